import { listName } from '../../../../engines/store/sent-table.ts';
import { identifier, join, sent, sql } from '../../../../engines/store/sql.ts';
import { type InputlookupStage, NO_BOUNDS } from '../../../../language/index.ts';
import { appendRows } from '../append-rows.ts';
import type { CompileContext } from '../context.ts';
import { readGiven } from '../given-rows.ts';
import { groupedRows } from '../grouped-rows.ts';
import { type Relation, asSubquery } from '../relation.ts';
import { compileSearch } from './search.ts';

/** After other commands, the rows of the table are appended to the existing ones. */
export async function compileInputlookup(
  context: CompileContext,
  before: Relation,
  stage: InputlookupStage,
): Promise<Relation> {
  const found = await lookupRows(context, stage);
  return appendRows(context, before, asSubquery(context, found));
}

/** Rows are counted by their position in the table, before its filter applies. */
export async function lookupRows(
  context: CompileContext,
  stage: InputlookupStage,
): Promise<Relation> {
  if (context.given?.name === stage.table) return readGiven(context, context.given);
  const table = await context.openLookup(stage);
  const { start, max } = stage.options;
  const position = identifier(context.newAlias());
  const names = table.columns.map(() => identifier(context.newAlias()));
  const columns = names.map((name, i) => sql`nullIf(${identifier(listName(i))}, '') AS ${name}`);
  const lists = names.map((_, i) => identifier(listName(i)));
  const from = sql`(SELECT ${join([sql`n AS ${position}`, ...columns], ', ')} FROM ${sent(table.send(start, max))} ARRAY JOIN ${join([...lists, sql`arrayEnumerate(list1) AS n`], ', ')})`;
  const values = table.columns.map(
    (name, i) => [name, { kind: 'any', sql: names[i] ?? sql`` }] as const,
  );
  const rows: Relation = {
    ...groupedRows(from, [], values),
    order: [{ sql: position, isDescending: false }],
  };
  return filteredRows(context, rows, stage);
}

async function filteredRows(
  context: CompileContext,
  rows: Relation,
  { where, start, end }: InputlookupStage,
): Promise<Relation> {
  if (where === undefined) return rows;
  return compileSearch(context, rows, {
    kind: 'search',
    expression: where,
    ...NO_BOUNDS,
    start,
    end,
  });
}
