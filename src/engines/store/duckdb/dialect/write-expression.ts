import { argumentAt } from './arguments.ts';
import { balanced } from './balanced.ts';
import { FUNCTIONS } from './functions.ts';
import { elementOf, emptyOf, partOf, tupleOf, valueType } from './list-functions.ts';
import { isMinute, minuteBound } from './logs-read.ts';
import { extractedGroup, hasMatch } from './regex-matches.ts';
import { withinBounds } from './text-bounds.ts';
import type { Call, Chain, Comparison, Expression } from './tree.ts';
import { UntranslatableStatement } from './untranslatable-statement.ts';
import { commonType, isMap, listOf } from './value-type.ts';
import { compared } from './compare-numbers.ts';
import { writeAggregate } from './write-aggregate.ts';
import { writeIn } from './write-in.ts';
import { writeLike } from './write-like.ts';
import { writeWindow } from './write-order.ts';
import {
  quoteName,
  quoteText,
  type CallSite,
  type Scope,
  type Writer,
  type Written,
} from './writer.ts';

export function writeExpression(writer: Writer, expression: Expression, scope: Scope): Written {
  switch (expression.kind) {
    case 'number':
      return /^\d+$/.test(expression.text)
        ? { text: expression.text, type: 'integer' }
        : { text: `${Number(expression.text)}e0`, type: 'float' };
    case 'text':
      return { text: quoteText(expression.value), type: 'text' };
    case 'null':
      return { text: 'NULL', type: 'null' };
    case 'boolean':
      return { text: expression.value ? 'TRUE' : 'FALSE', type: 'boolean' };
    case 'parameter': {
      const value = writer.valueOf(expression);
      if (value === undefined) throw new UntranslatableStatement('a value is missing');
      return writer.bind(value);
    }
    case 'name':
      return writeName(expression.name, scope);
    case 'call':
      return writeCall(writer, expression, scope);
    case 'lambda':
      throw new UntranslatableStatement('unexpected lambda');
    case 'list': {
      const items = expression.items.map((item) => writer.write(item, scope));
      return {
        text: `[${items.map((item) => item.text).join(', ')}]`,
        type: listOf(commonType(items.map((item) => item.type))),
      };
    }
    case 'tuple':
      return tupleOf(expression.items.map((item) => writer.write(item, scope)));
    case 'subscript':
      return writeSubscript(writer, expression.value, expression.index, scope);
    case 'element':
      return partOf(writer.write(expression.value, scope), expression.position);
    case 'negate': {
      const { text, type } = writer.write(expression.operand, scope);
      return { text: `(-${text})`, type };
    }
    case 'not':
    case 'and':
    case 'or':
      return { text: writeLogic(writer, expression, scope), type: 'flag' };
    case 'chain':
      return writeChain(writer, expression, scope);
    case 'compare':
      return { text: writeComparison(writer, expression, scope), type: 'flag' };
    case 'like':
      return { text: writeLike(writer, expression, scope), type: 'flag' };
    case 'in':
      return { text: writeIn(writer, expression, scope), type: 'flag' };
    case 'query':
      throw new UntranslatableStatement('unexpected statement');
  }
}

/** A filter treats NULL as false, so expressions that only ensure this can be left out. */
export function writeCondition(
  writer: Writer,
  expression: Expression,
  scope: Scope,
  isFilter: boolean,
): string {
  // The bounds apply to all remaining rows, so the parts need no bounds of their own.
  const bounds = isFilter && isChoice(expression) && withinBounds(writer, expression, scope);
  if (bounds) return `(${bounds} AND ${writer.condition(expression, scope, false)})`;
  switch (expression.kind) {
    case 'number':
      return Number(expression.text) === 0 ? 'FALSE' : 'TRUE';
    case 'and':
    case 'or': {
      const operands = expression.operands.map((each) => writer.condition(each, scope, isFilter));
      return joined(operands, expression.kind);
    }
    case 'not':
      return `(NOT ${writer.condition(expression.operand, scope, false)})`;
    case 'call':
      if (isFilter && isTruth(expression)) {
        return writer.condition(argumentAt({ call: expression }, 0), scope, true);
      }
      break;
    default:
      break;
  }
  const { text, type } = writer.write(expression, scope);
  return type === 'integer' || type === 'float' ? `(${text} <> 0)` : text;
}

function isChoice({ kind }: Expression): boolean {
  return kind === 'or' || kind === 'compare';
}

function writeLogic(
  writer: Writer,
  expression: Extract<Expression, { kind: 'not' | 'and' | 'or' }>,
  scope: Scope,
): string {
  return writer.condition(expression, scope, false);
}

/** `ifNull(condition, 0)` */
function isTruth({ name, arguments: [, instead] }: Call): boolean {
  return name === 'ifNull' && instead?.kind === 'number' && instead.text === '0';
}

function joined(operands: readonly string[], kind: 'and' | 'or'): string {
  const [neutral, decisive] = kind === 'and' ? ['TRUE', 'FALSE'] : ['FALSE', 'TRUE'];
  if (operands.includes(decisive)) return decisive;
  const left = operands.filter((operand) => operand !== neutral);
  if (left.length === 0) return neutral;
  return left.length === 1 ? left.join('') : `(${left.join(kind === 'and' ? ' AND ' : ' OR ')})`;
}

function writeName(name: string, scope: Scope): Written {
  const variable = scope.variables.get(name);
  if (variable !== undefined) return variable;
  const type = scope.columns.get(name) ?? scope.aliases.get(name);
  if (type !== undefined) return { text: quoteName(name), type };
  if (name === 'nan') return { text: "CAST('nan' AS DOUBLE)", type: 'float' };
  throw new UntranslatableStatement('unknown name');
}

function writeCall(writer: Writer, call: Call, scope: Scope): Written {
  const site: CallSite = { writer, scope, call, written: new Map() };
  if (call.name === 'arrayJoin') return writeElements(site);
  const groups = call.arguments[0];
  if (call.name === 'empty' && groups?.kind === 'call' && GROUPS.has(groups.name)) {
    const inner: CallSite = { ...site, call: groups, written: new Map() };
    return { text: `(NOT ${hasMatch(inner)})`, type: 'flag' };
  }
  const write = call.over === undefined ? FUNCTIONS.get(call.name) : undefined;
  if (write !== undefined) return write(site);
  const over = call.over === undefined ? '' : ` OVER (${writeWindow(writer, call.over, scope)})`;
  const aggregate = writeAggregate(site, over);
  if (aggregate === undefined) throw new UntranslatableStatement(`${call.name}() is not known`);
  return aggregate;
}

const GROUPS: ReadonlySet<string> = new Set(['extractGroups', 'extractAllGroupsVertical']);

/** The list to expand to rows is already a column of the source; see `write-select.ts`. */
function writeElements(site: CallSite): Written {
  const list = site.writer.write(argumentAt(site, 0), site.scope);
  const column = site.scope.elements.get(list.text);
  if (column === undefined) throw new UntranslatableStatement('arrayJoin() is not allowed here');
  return column;
}

function writeSubscript(
  writer: Writer,
  value: Expression,
  index: Expression,
  scope: Scope,
): Written {
  const position = writer.valueOf(index)?.value;
  if (value.kind === 'call' && value.name === 'extractGroups' && position !== undefined) {
    const site: CallSite = { writer, scope, call: value, written: new Map() };
    return { text: extractedGroup(site, Number(position)), type: 'text' };
  }
  const from = writer.write(value, scope);
  const place = writer.write(index, scope);
  if (!isMap(from.type)) return elementOf(from, place);
  const at = place.text;
  const type = valueType(from.type);
  const empty = emptyOf(type);
  const found = `${from.text}[${at}]`;
  return { text: empty === undefined ? found : `coalesce(${found}, ${empty})`, type };
}

function writeChain(writer: Writer, { first, rest }: Chain, scope: Scope): Written {
  const start = writer.write(first, scope);
  const parts = rest.map(({ operand }) => writer.write(operand, scope));
  const isDivided = rest.some(({ operator }) => operator === '/');
  const isFloat = isDivided || [start, ...parts].some(({ type }) => type === 'float');
  const type = isFloat ? 'float' : 'integer';
  const operator = rest[0]?.operator;
  const isOne = rest.every((each) => each.operator === operator);
  if (isOne && (operator === '+' || operator === '*')) {
    return {
      text: balanced(
        [start, ...parts].map(({ text }) => text),
        operator,
      ),
      type,
    };
  }
  const behind = parts.map(({ text }, i) => ` ${rest[i]?.operator ?? ''} ${text}`);
  return { text: `(${start.text}${behind.join('')})`, type };
}

function writeComparison(writer: Writer, comparison: Comparison, scope: Scope): string {
  const { operator, left, right } = comparison;
  const special = writeMinute(writer, comparison) ?? writeContains(writer, comparison, scope);
  if (special !== undefined) return special;
  const isKnown = [left, right].some((each) => typeof writer.valueOf(each)?.value === 'number');
  return compared(operator, writer.write(left, scope), writer.write(right, scope), isKnown);
}

/** A bound on the minute of an event is one on its time, which the reader knows to use. */
function writeMinute(writer: Writer, { operator, left, right }: Comparison): string | undefined {
  const value = writer.valueOf(right);
  if (!isMinute(left) || value?.type !== 'TIMESTAMP_MS') return undefined;
  const bound = minuteBound(operator, value.value);
  if (bound === undefined) return undefined;
  const at = writer.bind({ type: 'TIMESTAMP_MS', value: bound.ms }).text;
  return `("timestamp" ${bound.operator} ${at})`;
}

const POSITIONS: ReadonlySet<string> = new Set([
  'position',
  'positionCaseInsensitive',
  'positionCaseInsensitiveUTF8',
]);

/** Checking whether a text occurs is faster than finding its position. */
function writeContains(
  writer: Writer,
  { operator, left, right }: Comparison,
  scope: Scope,
): string | undefined {
  const isThere = operator === '>' && right.kind === 'number' && right.text === '0';
  if (!isThere || left.kind !== 'call' || !POSITIONS.has(left.name)) return undefined;
  const [text, wanted] = [0, 1].map((i) => writer.write(argumentAt({ call: left }, i), scope).text);
  return left.name === 'position'
    ? `contains(${text}, ${wanted})`
    : `contains(lower(${text}), lower(${wanted}))`;
}
