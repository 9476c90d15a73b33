import { identifier, join, sql, strings, type Sql } from '../../../engines/store/sql.ts';
import { rowsOf } from '../../../engines/store/store.ts';
import {
  everySearch,
  type SearchExpression,
  type SubsearchFilter,
} from '../../../language/index.ts';
import type { CompileContext } from './context.ts';
import { fieldValue, type Relation, select } from './relation.ts';
import { textOf, truth } from './value.ts';

/** Fields of a subsearch that describe the event itself; as a filter they would name that very event. */
const NOT_A_FILTER = new Set(['_time', '_id', '_index', '_raw', 'event']);

/** Runs every subsearch of an expression; its rows become a condition on the fields they have. */
export async function resolveSubsearches(
  context: CompileContext,
  relation: Relation,
  expression: SearchExpression,
): Promise<Map<SubsearchFilter, Sql>> {
  const conditions = new Map<SubsearchFilter, Sql>();
  for (const each of everySearch(expression)) {
    if (each.kind === 'subsearch') {
      conditions.set(each, await resolveOne(context, relation, each));
    }
  }
  return conditions;
}

async function resolveOne(
  context: CompileContext,
  relation: Relation,
  filter: SubsearchFilter,
): Promise<Sql> {
  const max = context.limits.subsearchRowsMax;
  const inner = await context.compileSubsearch(filter.query);
  const names = [...inner.fields.keys()].filter((name) => !NOT_A_FILTER.has(name));
  if (names.length === 0) return sql`0`;
  const columns = names.map((name, i) => {
    const value = textOf(fieldValue(inner, name));
    return sql`ifNull(toString(${value}), '') AS ${identifier(`s${i}`)}`;
  });
  const statement = select(inner, join(columns, ', '), { isOrdered: true, limit: max + 1 });
  const rows = rowsOf(await context.ask(statement));
  if (rows.length > max) noteCut(context, max);
  return condition(relation, names, rows.slice(0, max));
}

export function noteCut(context: CompileContext, max: number): void {
  context.noteLimit({
    limit: 'subsearchRowsMax',
    max,
    message: `Only the first ${max} rows of a subsearch were used.`,
  });
}

function condition(
  relation: Relation,
  names: readonly string[],
  rows: readonly Record<string, unknown>[],
): Sql {
  if (rows.length === 0) return sql`0`;
  const values = names.map(
    (name) => sql`lowerUTF8(toString(${textOf(fieldValue(relation, name))}))`,
  );
  const lists = names.map((_, i) => rows.map((row) => String(row[`s${i}`]).toLowerCase()));
  const [only = sql`''`] = values;
  if (names.length === 1) return truth(sql`${only} IN ${strings(lists[0] ?? [])}`);
  const wanted = join(
    lists.map((list) => sql`${strings(list)}`),
    ', ',
  );
  const present = values.map((value) => sql`ifNull(${value}, '')`);
  return sql`(${join(present, ', ')}) IN (SELECT arrayJoin(arrayZip(${wanted})))`;
}
