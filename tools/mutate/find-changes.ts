import { parseSync } from 'oxc-parser';

/** One change of a source: the text from `start` to `end` is replaced. */
export interface Change {
  readonly file: string;
  readonly line: number;
  readonly kind: ChangeKind;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

export type ChangeKind =
  | 'condition negated'
  | 'condition removed'
  | 'comparison'
  | 'logic'
  | 'arithmetic'
  | 'number'
  | 'boolean'
  | 'returned value'
  | 'call removed'
  | 'statement condition removed'
  | 'list entry removed';

/**
 * Every possible change of a source. Excluded are those that cannot be distinguished from the original: types, internal
 * assertions, log lines, array indexes, sort order values, and random results.
 */
export function findChanges(file: string, text: string): Change[] {
  const { program, errors } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file} cannot be read: ${error.message}`);

  const changes: Change[] = [];
  walk(program, (node) => {
    for (const [kind, at, replacement] of changesOf(node, text)) {
      const line = text.slice(0, at.start).split('\n').length;
      changes.push({ file, line, kind, start: at.start, end: at.end, replacement });
    }
  });
  return changes.filter((change) => isReadable(change, text));
}

export function applyChange(change: Change, text: string): string {
  return text.slice(0, change.start) + change.replacement + text.slice(change.end);
}

/** The change as one line: the text before and after it. */
export function describeChange(change: Change, text: string): string {
  const before = oneLine(text.slice(change.start, change.end));
  const after = oneLine(change.replacement);
  return `${change.file}:${change.line} ${change.kind}: ${before} → ${after === '' ? '(nothing)' : after}`;
}

const SHOWN_CHARACTERS_MAX = 110;

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > SHOWN_CHARACTERS_MAX ? `${line.slice(0, SHOWN_CHARACTERS_MAX)}…` : line;
}

function isReadable(change: Change, text: string): boolean {
  return parseSync(change.file, applyChange(change, text)).errors.length === 0;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Node extends Span {
  readonly type: string;
  readonly [key: string]: unknown;
}

type Made = readonly [kind: ChangeKind, at: Span, replacement: string];

const COMPARISONS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};
const ARITHMETIC: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*' };

function changesOf(node: Node, text: string): readonly Made[] {
  switch (node.type) {
    case 'IfStatement':
      return [...negated(node['test'] as Node, text), ...removedIf(node)];
    case 'ConditionalExpression':
      return negated(node['test'] as Node, text);
    case 'BinaryExpression':
      return operator(node, text, COMPARISONS, 'comparison').concat(
        isNumeric(node) ? operator(node, text, ARITHMETIC, 'arithmetic') : [],
      );
    case 'LogicalExpression':
      return operator(node, text, { '&&': '||', '||': '&&' }, 'logic').concat(
        eitherSide(node, text),
      );
    case 'Literal':
      return literal(node);
    case 'ReturnStatement':
      return returned(node['argument'] as Node | null);
    case 'ExpressionStatement':
      return removedCall(node);
    case 'CallExpression':
      return removedWhere(node);
    case 'ArrayExpression':
      return removedEntries(node['elements'] as (Node | null)[]);
    default:
      return [];
  }
}

function negated(test: Node, text: string): Made[] {
  // A comparison is negated as a comparison.
  if (test.type === 'BinaryExpression' && String(test['operator']) in COMPARISONS) return [];
  return [['condition negated', test, `!(${text.slice(test.start, test.end)})`]];
}

/** What the condition guarded never happens any more. */
function removedIf(node: Node): Made[] {
  return [['condition removed', node['test'] as Node, 'false']];
}

function operator(
  node: Node,
  text: string,
  others: Readonly<Record<string, string>>,
  kind: ChangeKind,
): Made[] {
  const own = String(node['operator']);
  const other = others[own];
  if (other === undefined) return [];
  const left = node['left'] as Node;
  const start = text.indexOf(own, left.end);
  return [[kind, { start, end: start + own.length }, other]];
}

/** Removes one of two conditions that must both be true. */
function eitherSide(node: Node, text: string): Made[] {
  if (node['operator'] !== '&&') return [];
  const left = node['left'] as Node;
  const right = node['right'] as Node;
  return [
    ['condition removed', node, text.slice(left.start, left.end)],
    ['condition removed', node, text.slice(right.start, right.end)],
  ];
}

/** Texts are put together by the same sign. */
function isNumeric(node: Node): boolean {
  const isText = (side: Node): boolean =>
    side.type === 'TemplateLiteral' || typeof side['value'] === 'string';
  return !isText(node['left'] as Node) && !isText(node['right'] as Node);
}

function literal(node: Node): Made[] {
  const { value } = node as { value?: unknown };
  if (typeof value === 'boolean') return [['boolean', node, String(!value)]];
  if (typeof value === 'number') return [['number', node, String(value + 1)]];
  if (typeof value === 'bigint') return [['number', node, `${value + 1n}n`]];
  return [];
}

const CHANGED_INSIDE = ['Literal', 'BinaryExpression', 'LogicalExpression'];

/** A function that already returns nothing is not changed. */
function returned(argument: Node | null): Made[] {
  if (argument === null || CHANGED_INSIDE.includes(argument.type)) return [];
  if (argument.type === 'Identifier' && argument['name'] === 'undefined') return [];
  return [['returned value', argument, 'undefined']];
}

function removedCall(node: Node): Made[] {
  let expression = node['expression'] as Node;
  while (expression.type === 'AwaitExpression') expression = expression['argument'] as Node;
  if (expression.type !== 'CallExpression' || isUnseen(expression)) return [];
  return [['call removed', node, ';']];
}

/** Calls without which nothing that the product promises is different. */
function isUnseen(call: Node): boolean {
  const callee = call['callee'] as Node;
  if (callee.type === 'Super') return true;
  const names = namesOf(callee);
  return (
    names.some((name) => ['log', 'assert', 'console', 'super'].includes(name)) ||
    names.at(-1) === 'unref'
  );
}

/** `needs.log.warn` → needs, log, warn. */
function namesOf(node: Node): string[] {
  if (node.type === 'Identifier') return [String(node['name'])];
  if (node.type !== 'MemberExpression') return [];
  return [...namesOf(node['object'] as Node), ...namesOf(node['property'] as Node)];
}

/** `statement.where(…)` → `statement`: the rows that it excluded are included. */
function removedWhere(node: Node): Made[] {
  const callee = node['callee'] as Node;
  const name = (callee['property'] as { name?: unknown } | undefined)?.name;
  if (callee.type !== 'MemberExpression' || (name !== 'where' && name !== 'having')) return [];
  const { end } = callee['object'] as Node;
  return [['statement condition removed', { start: end, end: node.end }, '']];
}

function removedEntries(elements: readonly (Node | null)[]): Made[] {
  const present = elements.filter((element) => element !== null);
  if (present.length < 2 || present.length !== elements.length) return [];
  return present.map((element, index) => {
    const next = present[index + 1];
    const previous = present[index - 1];
    const start = next === undefined && previous !== undefined ? previous.end : element.start;
    return ['list entry removed', { start, end: next?.start ?? element.end }, ''];
  });
}

/** Visits nodes that exist at run time, except assertions and log lines. */
function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const each of value) walk(each, visit);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node;
  if (typeof node.type === 'string') {
    if (isTypeOnly(node) || node.type.startsWith('Import')) return;
    if (node.type === 'CallExpression' && isUnseen(node)) return;
    if (node.type === 'BinaryExpression' && isChance(node)) return;
    visit(node);
  }
  for (const [key, each] of Object.entries(node)) {
    // The index in `parts[1]` is not a specified value; neither is a property name.
    const isPlace = node.type === 'MemberExpression' && key === 'property';
    const isName = node.type === 'Property' && key === 'key';
    // For the results of comparison functions, only the sign matters.
    const isSign = node.type === 'ConditionalExpression' && key !== 'test' && isOrder(node);
    if (!isPlace && !isName && !isSign) walk(each, visit);
  }
}

/** `one < other ? -1 : 1`. */
function isOrder(node: Node): boolean {
  const branches = [node['consequent'] as Node, node['alternate'] as Node];
  const isOne = (branch: Node): boolean => branch['value'] === 1;
  const isMinusOne = (branch: Node): boolean =>
    branch.type === 'UnaryExpression' &&
    branch['operator'] === '-' &&
    isOne(branch['argument'] as Node);
  return branches.some(isOne) && branches.some(isMinusOne);
}

/** `0.5 + Math.random()`. */
function isChance(node: Node): boolean {
  return [node['left'] as Node, node['right'] as Node].some(
    (side) =>
      side.type === 'CallExpression' && namesOf(side['callee'] as Node).join('.') === 'Math.random',
  );
}

function isTypeOnly({ type }: Node): boolean {
  const isWrapper = /^TS(As|Satisfies|NonNull)/.test(type);
  return type.startsWith('TS') && !isWrapper;
}
