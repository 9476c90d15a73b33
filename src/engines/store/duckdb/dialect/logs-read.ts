/** What one read of the table `logs` needs, derived from its conditions. */
import type { BoundValue } from './bound-values.ts';
import { lowerText } from './lower-text.ts';
import type { Call, Comparison, Expression, IsIn, ParameterUse } from './tree.ts';

/**
 * Rows outside of it cannot be in the result, so the reader may use it to skip files and blocks, but does not have to.
 */
export interface LogsRead {
  /** Milliseconds since 1970 of `timestamp`, the first one included and the last one not. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** The same of `received_at`. */
  readonly receivedFrom: number | undefined;
  readonly receivedTo: number | undefined;
  /** The same of `stored_at`. */
  readonly storedFrom: number | undefined;
  readonly storedTo: number | undefined;
  readonly organization: string | undefined;
  readonly indexes: readonly string[] | undefined;
  /** Lower-case words that the body of every row contains. */
  readonly words: readonly string[];
  /** Attributes and promoted columns that every row has, the value in lower case. */
  readonly pairs: readonly (readonly [key: string, value: string])[];
  /** Of each of these lists every row has one at least. */
  readonly choices: readonly (readonly Needle[])[];
  /** Bounds of `row_id`, the first one included and the last one not. */
  readonly rowIdFrom: bigint | undefined;
  readonly rowIdTo: bigint | undefined;
}

/** Something that can be searched for: a word of the body, or an attribute with its value, both in lower case. */
export type Needle =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'pair'; readonly key: string; readonly value: string };

type ReadValue = (use: ParameterUse) => BoundValue;

export function readOf(conditions: readonly Expression[], valueOf: ReadValue): LogsRead {
  const bounds = {
    timestamp: createBounds(),
    received_at: createBounds(),
    stored_at: createBounds(),
    row_id: createBounds(),
  };
  const found = {
    organization: undefined as string | undefined,
    indexes: undefined as string[] | undefined,
  };
  const needles: Needle[] = [];
  const choices: Needle[][] = [];
  for (const each of conditions.flatMap(conjuncts)) {
    if (each.kind === 'compare') noteComparison(each, valueOf, bounds, found);
    if (each.kind === 'in') noteIndexes(each, valueOf, found);
    const needle = needleOf(each, valueOf);
    if (needle !== undefined) needles.push(needle);
    else if (each.kind === 'or') {
      const choice = choiceOf(each.operands, valueOf);
      const [only] = choice ?? [];
      if (choice?.length === 1 && only !== undefined) needles.push(only);
      else if (choice !== undefined) choices.push(choice);
    }
  }
  const { timestamp, received_at, stored_at, row_id } = bounds;
  return {
    from: asNumber(timestamp.from),
    to: asNumber(timestamp.to),
    receivedFrom: asNumber(received_at.from),
    receivedTo: asNumber(received_at.to),
    storedFrom: asNumber(stored_at.from),
    storedTo: asNumber(stored_at.to),
    ...found,
    words: needles.flatMap((needle) => (needle.kind === 'word' ? [needle.word] : [])),
    pairs: needles.flatMap((needle) =>
      needle.kind === 'pair' ? [[needle.key, needle.value] as const] : [],
    ),
    choices,
    rowIdFrom: row_id.from,
    rowIdTo: row_id.to,
  };
}

interface Bounds {
  from: bigint | undefined;
  to: bigint | undefined;
}

function createBounds(): Bounds {
  return { from: undefined, to: undefined };
}

function asNumber(bound: bigint | undefined): number | undefined {
  return bound === undefined ? undefined : Number(bound);
}

/** The conditions that must all be true. NULL counts as false here. */
export function conjuncts(condition: Expression): readonly Expression[] {
  if (condition.kind === 'and') return condition.operands.flatMap(conjuncts);
  if (condition.kind !== 'call' || condition.name !== 'ifNull') return [condition];
  const [value, instead] = condition.arguments;
  const isTruth = instead?.kind === 'number' && instead.text === '0';
  return isTruth && value !== undefined ? conjuncts(value) : [condition];
}

function noteComparison(
  { operator, left, right }: Comparison,
  valueOf: ReadValue,
  bounds: Readonly<Record<string, Bounds>>,
  found: { organization: string | undefined; indexes: string[] | undefined },
): void {
  if (right.kind !== 'parameter') return;
  const { value } = valueOf(right);
  const name = left.kind === 'name' ? left.name : '';
  if (typeof value === 'string') {
    if (operator === '=' && name === 'organization') found.organization = value;
    if (operator === '=' && name === 'index_name') keepIndexes(found, [value]);
    return;
  }
  const own = Object.hasOwn(bounds, name) ? bounds[name] : undefined;
  if (typeof value !== 'number' && typeof value !== 'bigint') return;
  if (own !== undefined) narrow(own, operator, BigInt(value));
  if (isMinute(left) && bounds['timestamp'] !== undefined) {
    const { operator: by, ms } = minuteBound(operator, Number(value)) ?? {};
    if (by !== undefined && ms !== undefined) narrow(bounds['timestamp'], by, BigInt(ms));
  }
}

function narrow(bounds: Bounds, operator: Comparison['operator'], value: bigint): void {
  const from = {
    '>=': value,
    '>': value + 1n,
    '=': value,
    '<': undefined,
    '<=': undefined,
    '!=': undefined,
  }[operator];
  const to = {
    '<': value,
    '<=': value + 1n,
    '=': value + 1n,
    '>': undefined,
    '>=': undefined,
    '!=': undefined,
  }[operator];
  if (from !== undefined && (bounds.from === undefined || from > bounds.from)) bounds.from = from;
  if (to !== undefined && (bounds.to === undefined || to < bounds.to)) bounds.to = to;
}

/** `toStartOfMinute(timestamp)` */
export function isMinute(expression: Expression): boolean {
  const argument = expression.kind === 'call' ? expression.arguments[0] : undefined;
  return (
    expression.kind === 'call' &&
    expression.name === 'toStartOfMinute' &&
    argument?.kind === 'name' &&
    argument.name === 'timestamp'
  );
}

const MINUTE_MS = 60_000;

/** Converts a bound on the minute of an instant to a bound on the instant; undefined if it is not a bound. */
export function minuteBound(
  operator: Comparison['operator'],
  ms: number,
): { readonly operator: '>=' | '<'; readonly ms: number } | undefined {
  const up = Math.ceil(ms / MINUTE_MS) * MINUTE_MS;
  const behind = (Math.floor(ms / MINUTE_MS) + 1) * MINUTE_MS;
  switch (operator) {
    case '>=':
      return { operator: '>=', ms: up };
    case '>':
      return { operator: '>=', ms: behind };
    case '<':
      return { operator: '<', ms: up };
    case '<=':
      return { operator: '<', ms: behind };
    default:
      return undefined;
  }
}

function noteIndexes(
  { isNegated, value, within }: IsIn,
  valueOf: ReadValue,
  found: { indexes: string[] | undefined },
): void {
  if (isNegated || value.kind !== 'name' || value.name !== 'index_name') return;
  if (within.kind !== 'parameter') return;
  const list = valueOf(within);
  if (list.type === 'VARCHAR[]') keepIndexes(found, list.value);
}

function keepIndexes(found: { indexes: string[] | undefined }, names: readonly string[]): void {
  found.indexes = (found.indexes ?? [...names]).filter((name) => names.includes(name));
}

/** One needle for each possibility; undefined when one of them has none. */
function choiceOf(operands: readonly Expression[], valueOf: ReadValue): Needle[] | undefined {
  const choice: Needle[] = [];
  for (const operand of operands) {
    const [needle] = conjuncts(operand).flatMap((each) => {
      const own = needleOf(each, valueOf);
      if (own !== undefined) return [[own]];
      const inner = each.kind === 'or' ? choiceOf(each.operands, valueOf) : undefined;
      return inner === undefined ? [] : [inner];
    });
    if (needle === undefined) return undefined;
    // A value is the same needle whether it is single or in a list.
    choice.push(...needle.filter((each) => !choice.some((known) => isSame(known, each))));
  }
  return choice;
}

function isSame(one: Needle, other: Needle): boolean {
  if (one.kind === 'word') return other.kind === 'word' && one.word === other.word;
  return other.kind === 'pair' && one.key === other.key && one.value === other.value;
}

const PROMOTED: ReadonlySet<string> = new Set([
  'service',
  'environment',
  'host',
  'trace_id',
  'span_id',
  'user_id',
  'request_id',
  'session_id',
]);

function needleOf(condition: Expression, valueOf: ReadValue): Needle | undefined {
  if (condition.kind === 'compare' && condition.operator === '=') {
    const column = lowered(condition.left);
    const value = loweredValue(condition.right, valueOf);
    const isPair = column?.kind === 'name' && PROMOTED.has(column.name) && value !== undefined;
    return isPair ? { kind: 'pair', key: column.name, value } : undefined;
  }
  if (condition.kind !== 'call') return undefined;
  if (condition.name === 'has') return elementNeedle(condition, valueOf);
  if (condition.name !== 'indexHint') return undefined;
  const [hint] = condition.arguments;
  if (hint?.kind !== 'call' || hint.name !== 'has') return undefined;
  const [list, wanted] = hint.arguments;
  if (isCall(list, 'tokens')) {
    const body = lowered(list.arguments[0]);
    const word = loweredValue(wanted, valueOf);
    const isWord = body?.kind === 'name' && body.name === 'body' && word !== undefined;
    return isWord ? { kind: 'word', word } : undefined;
  }
  if (!isCall(wanted, 'sipHash64')) return undefined;
  const [key, value] = wanted.arguments;
  const name = key?.kind === 'parameter' ? valueOf(key).value : undefined;
  const text = loweredValue(value, valueOf);
  if (typeof name !== 'string' || text === undefined) return undefined;
  return { kind: 'pair', key: name, value: text };
}

/** `has(arrayMap(e -> lowerUTF8(e), JSONExtract(host, …)), …)`: a column that is a list with this element. */
function elementNeedle({ arguments: given }: Call, valueOf: ReadValue): Needle | undefined {
  const [list, wanted] = given;
  const elements = isCall(list, 'arrayMap') ? list.arguments[1] : undefined;
  const column = isCall(elements, 'JSONExtract') ? elements.arguments[0] : undefined;
  const value = loweredValue(wanted, valueOf);
  const isPair = column?.kind === 'name' && PROMOTED.has(column.name) && value !== undefined;
  return isPair ? { kind: 'pair', key: column.name, value } : undefined;
}

function isCall(expression: Expression | undefined, name: string): expression is Call {
  return expression?.kind === 'call' && expression.name === name;
}

function lowered(expression: Expression | undefined): Expression | undefined {
  return isCall(expression, 'lowerUTF8') ? expression.arguments[0] : undefined;
}

function loweredValue(expression: Expression | undefined, valueOf: ReadValue): string | undefined {
  const inner = lowered(expression);
  const value = inner?.kind === 'parameter' ? valueOf(inner).value : undefined;
  return typeof value === 'string' ? lowerText(value) : undefined;
}
