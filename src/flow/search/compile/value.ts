import { isList, looksLikeList, mayBeList, valuesOf } from '../../../engines/store/log-fields.ts';
import { int64, join, sql, type Sql } from '../../../engines/store/sql.ts';

/**
 * What an expression is in the store. `text` and `any` are text, of which `any` shows as a number where it
 * reads as one; `number` is a double; `multi` is an array of texts, empty for NULL; `time` is an instant.
 */
export type ValueKind = 'text' | 'any' | 'number' | 'boolean' | 'multi' | 'time';

export interface Value {
  readonly kind: ValueKind;
  readonly sql: Sql;
  /** Computed only from columns of the table, so every enclosing statement can read it again. */
  readonly isBase?: true;
  /** A column of the subquery below: naming it again costs nothing. */
  readonly isColumn?: true;
  /** A text that can be a list of values, as an attribute is when it was sent as one. */
  readonly mayBeList?: true;
  /** A cheaper way to the value where it is known to be there, and the condition for that. */
  readonly present?: { readonly condition: Sql; readonly sql: Sql };
}

export const NULL_TEXT: Value = { kind: 'text', sql: sql`CAST(NULL, 'Nullable(String)')` };

export function textOf(value: Value): Sql {
  switch (value.kind) {
    case 'text':
    case 'any':
      return value.sql;
    case 'number':
    case 'boolean':
      return sql`toString(${value.sql})`;
    case 'time':
      return sql`toString(${numberOf(value)})`;
    case 'multi':
      return sql`if(empty(${value.sql}), NULL, arrayStringConcat(${value.sql}, ' '))`;
  }
}

export function asText(statement: Sql): Value {
  return { kind: 'text', sql: statement };
}

export function asBoolean(condition: Sql): Value {
  return { kind: 'boolean', sql: condition };
}

/**
 * A count as a value. The store counts in integers, which have no common type with other numbers: every number is a
 * double, so that any two of them can be combined.
 */
export function countOf(count: Sql): Value {
  return { kind: 'number', sql: sql`toFloat64(${count})` };
}

export function numberOf(value: Value): Sql {
  switch (value.kind) {
    case 'number':
      return value.sql;
    case 'boolean':
      return sql`toFloat64(${value.sql})`;
    case 'text':
    case 'any':
      return sql`toFloat64OrNull(${value.sql})`;
    case 'time':
      return sql`(toUnixTimestamp64Milli(${value.sql}) / 1000)`;
    case 'multi':
      return sql`toFloat64OrNull(arrayElementOrNull(${value.sql}, 1))`;
  }
}

/** Truncates a number, where the store requires an integer; NULL if it is infinite, not a number or too large. */
export function wholeOf(number: Sql): Sql {
  return sql`accurateCastOrNull(trunc(${number}), 'Int64')`;
}

/** The same for positions and lengths in texts and lists, which the store counts in 32 bits. */
export function placeOf(number: Sql): Sql {
  return sql`accurateCastOrNull(trunc(${number}), 'Int32')`;
}

/** Before and after all instants of the store. */
const TIME_MIN = int64(Date.UTC(1900, 0) - 1);
const TIME_MAX = int64(Date.UTC(2300, 0));

/** The instant that a number of seconds is; NULL where the store knows none. */
export function timeOf(value: Value): Sql {
  if (value.kind === 'time') return value.sql;
  const later = sql`nullIf(greatest(${wholeOf(sql`${numberOf(value)} * 1000`)}, ${TIME_MIN}), ${TIME_MIN})`;
  return sql`fromUnixTimestamp64Milli(nullIf(least(${later}, ${TIME_MAX}), ${TIME_MAX}), 'UTC')`;
}

export function multiOf(value: Value): Sql {
  if (value.kind === 'multi') return value.sql;
  if (value.mayBeList) return valuesOf(presentText(value));
  const text = textOf(value);
  return sql`arrayMap(v -> assumeNotNull(v), arrayFilter(v -> isNotNull(v), [${text}]))`;
}

/** The text of a value; empty where it is missing. */
function presentText(value: Value): Sql {
  return value.present?.sql ?? sql`ifNull(${textOf(value)}, '')`;
}

/** Whether a condition is true for the value, or for any of its values if it is a list. */
export function holdsForAny(value: Value, holds: (each: Value) => Sql): Sql {
  if (value.kind === 'multi') return sql`arrayExists(v -> ${holds(ELEMENT)}, ${value.sql})`;
  if (!value.mayBeList) return holds(value);
  const text = presentText(value);
  const any = sql`arrayExists(v -> ${holds(ELEMENT)}, ${valuesOf(text)})`;
  return sql`if(${mayBeList(text)}, ${any}, ${holds(value)})`;
}

/** The same value as a list, for callers that process each of its values. */
export function asList(value: Value): Value {
  return value.mayBeList ? { kind: 'multi', sql: multiOf(value) } : value;
}

/** The same value where it is known to be no list. */
export function asSingle({ kind, sql: own, present }: Value): Value {
  return { kind, sql: own, ...(present === undefined ? {} : { present }) };
}

const ELEMENT: Value = { kind: 'text', sql: sql`v` };

/** Whether a value that can be a list is one. */
export function isListOf(value: Value): Sql {
  return isList(presentText(value));
}

/** Whether it looks like one, which is enough to have a search run again that reads lists. */
export function looksLikeListOf(value: Value): Sql {
  return looksLikeList(value.present?.sql ?? textOf(value));
}

/** True where the value is there. */
export function existsSql(value: Value): Sql {
  if (value.present !== undefined) return value.present.condition;
  return value.kind === 'multi' ? sql`notEmpty(${value.sql})` : sql`isNotNull(${value.sql})`;
}

/** Converts values to one kind, for a context that takes any of them. */
export function unify(values: readonly Value[]): { kind: ValueKind; parts: Sql[] } {
  const known = values.filter((value) => value !== NULL_TEXT);
  const [first] = known;
  const isSame = first !== undefined && known.every((value) => value.kind === first.kind);
  if (isSame && first.kind === 'multi') {
    return {
      kind: 'multi',
      parts: values.map((value) => (value === NULL_TEXT ? EMPTY : value.sql)),
    };
  }
  if (isSame) {
    return {
      kind: first.kind,
      parts: values.map((value) => (value === NULL_TEXT ? NULL : value.sql)),
    };
  }
  if (known.some((value) => value.kind === 'multi')) {
    return {
      kind: 'multi',
      parts: values.map((value) => (value === NULL_TEXT ? EMPTY : multiOf(value))),
    };
  }
  const isNumeric = known.every((value) => value.kind === 'number' || value.kind === 'time');
  if (isNumeric && known.length > 0) {
    return {
      kind: 'number',
      parts: values.map((value) => (value === NULL_TEXT ? NULL : numberOf(value))),
    };
  }
  const hasNumbers = known.some((value) => value.kind === 'number' || value.kind === 'any');
  return { kind: hasNumbers ? 'any' : 'text', parts: values.map(textOf) };
}

const NULL = sql`NULL`;
const EMPTY = sql`CAST([], 'Array(String)')`;

/** Uses a value as a condition: true for a nonzero number or the word true. */
export function conditionOf(value: Value): Sql {
  switch (value.kind) {
    case 'boolean':
      return value.sql;
    case 'number':
    case 'time':
      return sql`(${numberOf(value)} != 0)`;
    case 'multi':
      return sql`notEmpty(${value.sql})`;
    case 'text':
    case 'any':
      return sql`(lower(toString(${value.sql})) = 'true' OR ifNull(${numberOf(value)} != 0, 0))`;
  }
}

export function truth(condition: Sql): Sql {
  return sql`ifNull(${condition}, 0)`;
}

export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`1` : join(conditions.map(parenthesised), ' AND ');
}

function parenthesised(statement: Sql): Sql {
  return sql`(${statement})`;
}
