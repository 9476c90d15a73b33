/** Rows of an earlier answer, sent along with a statement as lookup tables are, with the types they had. */
import { listName, sendLists } from '../../../engines/store/sent-table.ts';
import { identifier, join, sent, sql, type Sql } from '../../../engines/store/sql.ts';
import { groupedRows } from './grouped-rows.ts';
import type { Aliases, Relation } from './relation.ts';
import type { ValueKind } from './value.ts';
import type { AnswerColumn, AnswerRow } from './write-answer.ts';

export interface GivenRows {
  /** Name under which a tree reads them; no lookup table can have this name. */
  readonly name: string;
  readonly columns: readonly AnswerColumn[];
  readonly rows: readonly AnswerRow[];
}

export function readGiven(context: Aliases, { columns, rows }: GivenRows): Relation {
  const position = identifier(context.newAlias());
  const names = columns.map(() => identifier(context.newAlias()));
  const lists = columns.map((column) => rows.map((row) => written(column, row[column.name])));
  // A table has at least one list, also where nothing was found.
  const table = sendLists(lists.length === 0 ? [[]] : lists);
  const values = columns.map(
    (column, i) => sql`${readerOf(column, identifier(listName(i)))} AS ${names[i] ?? sql``}`,
  );
  const all = (lists.length === 0 ? [0] : lists.keys().toArray()).map((i) =>
    identifier(listName(i)),
  );
  const from = sql`(SELECT ${join([sql`n AS ${position}`, ...values], ', ')} FROM ${sent(table)} ARRAY JOIN ${join([...all, sql`arrayEnumerate(list1) AS n`], ', ')})`;
  const fields = columns.map(
    (column, i) => [column.name, { kind: KINDS[column.type], sql: names[i] ?? sql`` }] as const,
  );
  return { ...groupedRows(from, [], fields), order: [{ sql: position, isDescending: false }] };
}

const KINDS = {
  text: 'text',
  any: 'any',
  number: 'number',
  time: 'time',
  list: 'multi',
} as const satisfies Record<AnswerColumn['type'], ValueKind>;

/** Separates the values of a list; no value contains it. */
const SEPARATOR = '\0';

function written({ type }: AnswerColumn, value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(SEPARATOR);
  const text = textOf(value);
  return type === 'time' && text !== '' ? String(Date.parse(text)) : text;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : JSON.stringify(value);
}

function readerOf({ type }: AnswerColumn, list: Sql): Sql {
  switch (type) {
    case 'text':
    case 'any':
      return sql`nullIf(${list}, '')`;
    case 'number':
      return sql`toFloat64OrNull(${list})`;
    case 'time':
      return sql`fromUnixTimestamp64Milli(toInt64(toFloat64OrNull(${list})), 'UTC')`;
    case 'list':
      return sql`if(${list} = '', CAST([], 'Array(String)'), splitByChar('\\0', ${list}))`;
  }
}
