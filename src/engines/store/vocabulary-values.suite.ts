/** The values that cases of the vocabulary name, as statements take them. */
import assert from 'node:assert/strict';
import { sendLists } from './sent-table.ts';
import {
  boolean,
  float64,
  float64s,
  identifier,
  instant,
  int64,
  join,
  sent,
  sql,
  string,
  strings,
  uint32,
  uint64,
  uint64s,
} from './sql.ts';
import type { Parameter, Sql } from './sql.ts';

export interface GivenColumn {
  readonly name: string;
  readonly type: string;
}

/** The rows as a table, with their number as `n`. */
export function givenRows(
  columns: readonly GivenColumn[],
  rows: readonly (readonly unknown[])[],
): Sql {
  const selects = rows.map((row, i) => {
    assert.equal(row.length, columns.length, `a value for each column: ${JSON.stringify(row)}`);
    const values = columns.map(
      ({ name, type }, at) => sql`${valueOf(type, row[at])} AS ${identifier(name)}`,
    );
    return sql`SELECT ${uint32(i + 1)} AS n, ${join(values, ', ')}`;
  });
  return sql`(${join(selects, ' UNION ALL ')})`;
}

/** `{string "a"}` and its kin. */
export function boundValue(name: string, value: unknown): Sql | Parameter {
  const make = BOUND[name];
  assert(make !== undefined, `no bound values are called ${name}`);
  return make(value);
}

const BOUND: Readonly<Record<string, (value: unknown) => Sql | Parameter>> = {
  string: (value) => string(textOf(value)),
  strings: (value) => strings(listOf(value).map(textOf)),
  float64: (value) => float64(Number(value)),
  float64s: (value) => float64s(listOf(value).map(Number)),
  int64: (value) => int64(wholeOf(value)),
  uint32: (value) => uint32(Number(value)),
  uint64: (value) => uint64(wholeOf(value)),
  uint64s: (value) => uint64s(listOf(value).map(wholeOf)),
  instant: (value) => instant(Date.parse(textOf(value))),
  boolean: (value) => boolean(value === true),
  sent: (value) => sent(sendLists(listOf(value).map((list) => listOf(list).map(textOf)))),
};

/** A value of a row. Its type is one that the compiler's own statements have. */
function valueOf(type: string, value: unknown): Sql {
  const nullable = NULLABLE[type];
  if (nullable !== undefined) {
    return value === null ? nullable.none : sql`toNullable(${valueOf(nullable.type, value)})`;
  }
  const make = VALUES[type];
  assert(make !== undefined, `rows have no values of the type ${type}`);
  return make(value);
}

const NULLABLE: Readonly<Record<string, { readonly type: string; readonly none: Sql }>> = {
  'Nullable(String)': { type: 'String', none: sql`CAST(NULL, 'Nullable(String)')` },
  'Nullable(Float64)': { type: 'Float64', none: sql`CAST(NULL, 'Nullable(Float64)')` },
  'Nullable(Condition)': {
    type: 'Condition',
    none: sql`(CAST(NULL, 'Nullable(Float64)') = ${float64(1)})`,
  },
  'Nullable(DateTime64)': {
    type: 'DateTime64',
    none: sql`CAST(NULL, 'Nullable(DateTime64(3, \\'UTC\\'))')`,
  },
};

const VALUES: Readonly<Record<string, (value: unknown) => Sql>> = {
  String: (value) => sql`${string(textOf(value))}`,
  // What is no number for JSON is written as a word, and read as the compiler reads text.
  Float64: (value) =>
    typeof value === 'string'
      ? sql`assumeNotNull(toFloat64OrNull(${string(value)}))`
      : sql`${float64(Number(value))}`,
  Int64: (value) => sql`${int64(wholeOf(value))}`,
  UInt64: (value) => sql`${uint64(wholeOf(value))}`,
  UInt32: (value) => sql`${uint32(Number(value))}`,
  UInt8: (value) => sql`toUInt8(${uint32(Number(value))})`,
  Condition: (value) => sql`(${float64(value === true ? 1 : 0)} = ${float64(1)})`,
  Bool: (value) => sql`${boolean(value === true)}`,
  DateTime64: (value) => sql`${instant(Date.parse(textOf(value)))}`,
  'Array(String)': (value) => sql`${strings(listOf(value).map(textOf))}`,
  'Array(Float64)': (value) => sql`${float64s(listOf(value).map(Number))}`,
  'Array(UInt64)': (value) => sql`${uint64s(listOf(value).map(wholeOf))}`,
  'Array(Nullable(String))': (value) => {
    const items = listOf(value).map((item) => valueOf('Nullable(String)', item));
    if (items.length === 0) return sql`CAST([], 'Array(Nullable(String))')`;
    return sql`[${join(items, ', ')}]`;
  },
  'Map(String, String)': (value) => {
    const entries = Object.entries(value ?? {});
    const keys = strings(entries.map(([key]) => key));
    return sql`mapFromArrays(${keys}, ${strings(entries.map(([, text]) => textOf(text)))})`;
  },
};

function textOf(value: unknown): string {
  assert(typeof value === 'string', `text in quotes: ${JSON.stringify(value)}`);
  return value;
}

function listOf(value: unknown): readonly unknown[] {
  assert(Array.isArray(value), `a list: ${JSON.stringify(value)}`);
  return value;
}

/** Numbers beyond what JSON holds exactly stand in quotes. */
function wholeOf(value: unknown): bigint {
  return BigInt(typeof value === 'string' ? value : Number(value));
}
