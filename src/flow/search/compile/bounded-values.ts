/**
 * Values that are made of others and longer than them. A few of these inside each other, or behind each other, would
 * double a text with each step: the store stops before it computes one that is too large, since what it computes for
 * one row it neither counts nor interrupts.
 */
import {
  join,
  sql,
  type Sql,
  string,
  uint32,
  VALUE_TOO_LARGE,
} from '../../../engines/store/sql.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { type Expression, fieldsOf } from '../../../language/index.ts';
import { fieldValue, type Relation } from './relation.ts';
import { textOf, type Value, type ValueKind } from './value.ts';

const { computedBytesMax: BYTES_MAX, replacedBytesMax: REPLACED_MAX } = LIMITS.query;
const LONG_KINDS: ReadonlySet<ValueKind> = new Set(['text', 'any', 'multi']);
/** So many fields as they were sent are never too long together, whatever they have. */
const SENT_MAX = Math.floor(BYTES_MAX / LIMITS.events.bodyBytesMax);

/** Texts one behind the other; NULL if one of them is. Those of `parts` that people wrote are as long as they are. */
export function concatenated(
  relation: Relation,
  parts: readonly (readonly [written: Expression, value: Value])[],
): Sql {
  const texts = parts.map(([, value]) => textOf(value));
  const joined = sql`concat(${join(texts, ', ')})`;
  const open = parts.filter(
    ([written, { kind }]) => written.kind !== 'text' && LONG_KINDS.has(kind),
  );
  // Within one expression a text grows with what is written there, and fields as they were sent are short.
  const fields = open.flatMap(([written]) => fieldsOf(written));
  const isSent = fields.every(({ name }) => fieldValue(relation, name).isBase === true);
  if (open.length === 0 || (isSent && fields.length <= SENT_MAX)) return joined;
  const lengths = open.map(([, value]) => sql`ifNull(length(${textOf(value)}), 0)`);
  return unlessLarger(sum(lengths), BYTES_MAX, joined, sql`NULL`);
}

/** What replaces parts of a text: each of its characters, at worst, and the empty text behind it. */
export function replacedIn(value: Value, replacement: string, replaced: Sql): Sql {
  const longest = Math.floor(REPLACED_MAX / (Buffer.byteLength(replacement) + 1));
  if (value.isBase === true && longest >= LIMITS.events.bodyBytesMax) return replaced;
  const length = sql`ifNull(length(${textOf(value)}), 0)`;
  return unlessLarger(length, longest, replaced, sql`NULL`);
}

/** A list, or a text made of one, unless these lists are too large together with `extra` bytes for each value. */
export function ofLists(lists: readonly Sql[], extra: number, made: Sql, otherwise: Sql): Sql {
  const each = (list: Sql): Sql =>
    sql`arraySum(arrayMap(v -> length(v) + ${uint32(extra + 1)}, ${list}))`;
  return unlessLarger(sum(lists.map(each)), BYTES_MAX, made, otherwise);
}

function unlessLarger(bytes: Sql, max: number, value: Sql, otherwise: Sql): Sql {
  const isTooLarge = sql`throwIf(${bytes} > ${uint32(max)}, ${string(VALUE_TOO_LARGE)})`;
  return sql`if(${isTooLarge} = 0, ${value}, ${otherwise})`;
}

function sum(numbers: readonly Sql[]): Sql {
  return numbers.reduce((all, each) => sql`${all} + ${each}`);
}
