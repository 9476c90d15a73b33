/** Trees as short text, for files that people compare by eye. */
import { COMMANDS, printSpan, printTime } from '../../../src/language/index.ts';
import type {
  Aggregation,
  Expression,
  Query,
  SearchExpression,
  Stage,
} from '../../../src/language/index.ts';

export function treeText(query: Query): string {
  return query.stages.map(stageText).join(' ');
}

function stageText(stage: Stage): string {
  const parts = Object.entries(stage)
    .filter(([key]) => key !== 'kind' && key !== 'start' && key !== 'end')
    .flatMap(([key, value]) =>
      key === 'options' ? optionsText(stage, value) : member(key, value),
    );
  return `(${[stage.kind, ...parts].join(' ')})`;
}

/** Members that every stage of a kind has go without their name. */
const UNNAMED = ['expression', 'condition', 'aggregations', 'assignments', 'query', 'action'];

function member(key: string, value: unknown): string[] {
  if (key === 'groups' && Array.isArray(value)) return [`groups:[${value.join(' ')}]`];
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
  return [UNNAMED.includes(key) ? valueText(value) : `${key}:${valueText(value)}`];
}

function optionsText(stage: Stage, options: unknown): string[] {
  const usual = new Map(COMMANDS[stage.kind].options.map((each) => [each.name, each.default]));
  return Object.entries(options as Record<string, unknown>).flatMap(([name, value]) => {
    const text = value === undefined ? undefined : valueText(value);
    const plain = typeof value === 'string' ? value : text;
    const isUsual =
      text === undefined || [plain, JSON.stringify(value)].includes(unquoted(usual.get(name)));
    return isUsual ? [] : [`${name}=${text}`];
  });
}

function unquoted(text: string | undefined): string | undefined {
  return text?.replace(/^"(.*)"$/, '$1');
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) {
    const isPattern = value.length > 0 && value.every((each) => typeof each === 'string');
    return isPattern ? word(patternText(value)) : `[${value.map(valueText).join(' ')}]`;
  }
  if (typeof value === 'string') return word(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return 'kind' in value ? nodeText(value as { kind: string }) : recordText(value);
}

/** A star that is no wildcard has a backslash in front. */
function patternText(pieces: readonly string[]): string {
  return pieces.map((piece) => piece.replaceAll('*', '\\*')).join('*');
}

function recordText(value: object): string {
  // A limit of series reads better as one word.
  if ('count' in value && 'end' in value) {
    return `${value.end === 'bottom' ? 'bottom' : ''}${String(value.count)}`;
  }
  const parts = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([key, each]) => `${key}:${valueText(each)}`);
  return `{${parts.join(' ')}}`;
}

function word(text: string): string {
  return /^[\w.*@:/+-]+$/.test(text) ? text : JSON.stringify(text);
}

type AnyNode =
  | Stage
  | Query
  | SearchExpression
  | Expression
  | Aggregation
  | { readonly kind: string };

function nodeText(node: AnyNode): string {
  const search = searchText(node as SearchExpression) ?? expressionText(node as Expression);
  if (search !== undefined) return search;
  const any = node as unknown as Record<string, unknown> & { readonly kind: string };
  switch (any.kind) {
    case 'query':
      return `[${treeText(node as Query)}]`;
    case 'fields':
      return valueText(any['pattern']);
    case 'key':
      return any['span'] === undefined
        ? valueText(any['field'])
        : `${valueText(any['field'])}@${valueText(any['span'])}`;
    case 'aggregation':
      return aggregationText(node as Aggregation);
    case 'assignment':
      return `(= ${valueText(any['field'])} ${valueText(any['value'])})`;
    case 'renaming':
      return `(${valueText(any['from'])} ${valueText(any['to'])})`;
    case 'sortKey': {
      const name = valueText(any['field']);
      const compared = any['compare'] === 'auto' ? name : `${String(any['compare'])}(${name})`;
      return `${any['descending'] === true ? '-' : '+'}${compared}`;
    }
    case 'time':
      return 'time' in any ? printTime(any['time'] as never) : printSpan(any as never);
    case 'relative':
    case 'epoch':
    case 'absolute':
      return printTime(any as never);
    case 'log':
      return printSpan(any as never);
    case 'number':
      return printSpan(any as never);
    default:
      return genericText(any);
  }
}

function genericText(node: Record<string, unknown> & { readonly kind: string }): string {
  const parts = Object.entries(node)
    .filter(
      ([key, each]) =>
        !['kind', 'start'].includes(key) && !(key === 'end' && typeof each === 'number'),
    )
    .flatMap(([key, each]) => member(key, each));
  return `(${[node.kind, ...parts].join(' ')})`;
}

function aggregationText({ spelling, argument, as, trend }: Aggregation): string {
  const inner =
    trend !== undefined
      ? genericText({ ...trend })
      : argument === undefined
        ? ''
        : `(${valueText(argument.kind === 'eval' ? argument.expression : argument)})`;
  return `${spelling}${inner}${as === undefined ? '' : `>${valueText(as)}`}`;
}

function searchText(node: SearchExpression): string | undefined {
  switch (node.kind) {
    case 'everything':
      return '*';
    case 'term':
      return 'match' in node ? termText(node) : undefined;
    case 'comparison':
      return `(${node.operator} ${valueText(node.field)} ${termText(node.value)})`;
    case 'in':
      return `(in ${[valueText(node.field), ...node.values.map(termText)].join(' ')})`;
    case 'subsearch':
      return valueText(node.query);
    case 'and':
    case 'or':
      return `(${[node.kind, ...node.operands.map(valueText)].join(' ')})`;
    case 'not':
      return `(not ${valueText(node.operand)})`;
    default:
      return undefined;
  }
}

function termText(term: { readonly match: string; readonly pattern: readonly string[] }): string {
  const text = valueText(term.pattern);
  return term.match === 'word' ? text : `(${term.match} ${text})`;
}

function expressionText(node: Expression): string | undefined {
  switch (node.kind) {
    case 'number':
      return 'value' in node ? String(node.value) : undefined;
    case 'text':
      return JSON.stringify(node.value);
    case 'field':
      return word(node.name);
    case 'call':
      return `(${[node.function, ...node.arguments.map(valueText)].join(' ')})`;
    case 'negate':
      return `(- ${valueText(node.operand)})`;
    case 'arithmetic':
    case 'compare':
      return `(${node.operator} ${valueText(node.left)} ${valueText(node.right)})`;
    case 'concatenate':
      return `(. ${node.operands.map(valueText).join(' ')})`;
    case 'oneOf':
      return `(in ${[node.operand, ...node.values].map(valueText).join(' ')})`;
    case 'xor':
      return `(xor ${node.operands.map(valueText).join(' ')})`;
    default:
      return undefined;
  }
}
