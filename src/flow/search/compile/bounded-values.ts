/**
 * Values that are built from others and longer than them. A few of these, nested or in sequence, would double a text
 * with each step. The store stops before it computes a value that is too large, because it neither counts nor
 * interrupts the computation for a single row.
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
/** This many fields as sent are never too long together, whatever their values. */
const SENT_MAX = Math.floor(BYTES_MAX / LIMITS.events.bodyBytesMax);

/** Concatenates texts; NULL if one of them is. Literal `parts` have a known length. */
export function concatenated(
  relation: Relation,
  parts: readonly (readonly [written: Expression, value: Value])[],
): Sql {
  const texts = parts.map(([, value]) => textOf(value));
  const joined = sql`concat(${join(texts, ', ')})`;
  const open = parts.filter(
    ([written, { kind }]) => written.kind !== 'text' && LONG_KINDS.has(kind),
  );
  // Within one expression, a text grows only by what is written there, and fields as sent are short.
  const fields = open.flatMap(([written]) => fieldsOf(written));
  const isSent = fields.every(({ name }) => fieldValue(relation, name).isBase === true);
  if (open.length === 0 || (isSent && fields.length <= SENT_MAX)) return joined;
  const lengths = open.map(([, value]) => sql`ifNull(length(${textOf(value)}), 0)`);
  return unlessLarger(sum(lengths), BYTES_MAX, joined, sql`NULL`);
}

/** Limits a replacement: in the worst case it replaces each character and the empty text at the end. */
export function replacedIn(value: Value, replacement: string, replaced: Sql): Sql {
  const longest = Math.floor(REPLACED_MAX / (Buffer.byteLength(replacement) + 1));
  if (value.isBase === true && longest >= LIMITS.events.bodyBytesMax) return replaced;
  const length = sql`ifNull(length(${textOf(value)}), 0)`;
  return unlessLarger(length, longest, replaced, sql`NULL`);
}

/** A list, or a text built from one, unless these lists together are too large with `extra` bytes for each value. */
export function ofLists(lists: readonly Sql[], extra: number, made: Sql, otherwise: Sql): Sql {
  return unlessLarger(bytesOf(lists, extra), BYTES_MAX, made, otherwise);
}

/** A character of a text takes up to six in JSON. */
const JSON_BYTES_MAX = Math.floor(BYTES_MAX / 6);

/** JSON that is built from texts, unless they are too large together. */
export function jsonOfTexts(texts: readonly Sql[], made: Sql): Sql {
  if (texts.length === 0) return made;
  const lengths = texts.map((text) => sql`ifNull(length(${text}), 0)`);
  return unlessLarger(sum(lengths), JSON_BYTES_MAX, made, sql`NULL`);
}

export function jsonOfList(list: Sql, made: Sql): Sql {
  return unlessLarger(bytesOf([list], 1), JSON_BYTES_MAX, made, sql`NULL`);
}

function bytesOf(lists: readonly Sql[], extra: number): Sql {
  const each = (list: Sql): Sql =>
    sql`arraySum(arrayMap(v -> length(v) + ${uint32(extra + 1)}, ${list}))`;
  return sum(lists.map(each));
}

function unlessLarger(bytes: Sql, max: number, value: Sql, otherwise: Sql): Sql {
  const isTooLarge = sql`throwIf(${bytes} > ${uint32(max)}, ${string(VALUE_TOO_LARGE)})`;
  return sql`if(${isTooLarge} = 0, ${value}, ${otherwise})`;
}

function sum(numbers: readonly Sql[]): Sql {
  return numbers.reduce((all, each) => sql`${all} + ${each}`);
}
