import { identifier, join, sql, strings, type Sql } from '../../../engines/store/sql.ts';
import { rowsOf } from '../../../engines/store/store.ts';
import {
  everySearch,
  type FormatStage,
  type ReturnStage,
  type SearchExpression,
  type SubsearchFilter,
  type TreeNode,
} from '../../../language/index.ts';
import type { CompileContext } from './context.ts';
import { fieldValue, type Relation, select } from './relation.ts';
import { compileTerm } from './term.ts';
import { holdsForAny, textOf, truth, type Value } from './value.ts';

/** Fields of a subsearch that describe the event itself; as a filter they would name that very event. */
const NOT_A_FILTER = new Set(['_time', '_id', '_index', '_raw', '_indextime', 'event']);

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

/** A field a subsearch hands over, under the name it is looked for; without a name anywhere in the text. */
export interface HandedOver {
  readonly field: string;
  readonly name: string | undefined;
}

/**
 * Resolves the result of a subsearch; `return` and `format` at its end determine how many rows it has, and the names.
 */
async function resolveOne(
  context: CompileContext,
  relation: Relation,
  filter: SubsearchFilter,
): Promise<Sql> {
  const { stages } = filter.query;
  const last = stages.at(-1);
  const isTold = last?.kind === 'return' || last?.kind === 'format';
  const query = isTold ? { ...filter.query, stages: stages.slice(0, -1) } : filter.query;
  const inner = await context.compileSubsearch(query);
  const fields = last?.kind === 'return' ? returnedFields(last) : filterFields(inner);
  const max = isTold ? rowsOfLast(last) : undefined;
  const rows = await readHanded(context, inner, fields, max, filter);
  if (fields.every(({ name }) => name !== undefined)) return condition(relation, fields, rows);
  if (rows.length > TERM_ROWS_MAX) {
    const message = `Only ${TERM_ROWS_MAX} values of a subsearch were searched as terms.`;
    context.noteLimit({ limit: 'subsearchTermsMax', max: TERM_ROWS_MAX, message });
  }
  const conditions = rows.slice(0, TERM_ROWS_MAX).map((row) => rowCondition(relation, fields, row));
  return conditions.length === 0 ? sql`0` : sql`(${join(conditions, ' OR ')})`;
}

/** Each of them becomes a separate search in the statement. */
const TERM_ROWS_MAX = 100;

export function returnedFields(stage: ReturnStage): HandedOver[] {
  return stage.fields.map(({ field, as, valueOnly }) => ({
    field: field.name,
    name: valueOnly ? undefined : (as ?? field.name),
  }));
}

export function filterFields(relation: Relation): HandedOver[] {
  return [...relation.fields.keys()]
    .filter((name) => !NOT_A_FILTER.has(name))
    .map((name) => ({ field: name, name }));
}

export function rowsOfLast(stage: ReturnStage | FormatStage): number {
  return stage.kind === 'return' ? stage.count : stage.options.maxresults;
}

/** The values of the fields as text, row by row; empty where there is none. */
export async function readHanded(
  context: CompileContext,
  rows: Relation,
  fields: readonly HandedOver[],
  rowsMax: number | undefined,
  place: TreeNode,
): Promise<string[][]> {
  if (fields.length === 0) return [];
  const most = context.limits.subsearchRowsMax;
  const max = Math.min(rowsMax ?? most, most);
  const columns = fields.map(({ field }, i) => {
    const value = textOf(fieldValue(rows, field));
    return sql`ifNull(toString(${value}), '') AS ${identifier(`s${i}`)}`;
  });
  const statement = select(rows, join(columns, ', '), { isOrdered: true, limit: max + 1 });
  const found = rowsOf(await context.ask(statement));
  if (found.length > max && (rowsMax === undefined || rowsMax > most)) noteCut(context, place, max);
  return found.slice(0, max).map((row) => fields.map((_, i) => String(row[`s${i}`])));
}

export function noteCut(context: CompileContext, place: TreeNode, max: number): void {
  context.noteCut(place, max);
  context.noteLimit({
    limit: 'subsearchRowsMax',
    max,
    message: `Only the first ${max} rows of a subsearch were used.`,
  });
}

/** Rows with the same fields form one list; a field that a row lacks does not restrict the events. */
function condition(
  relation: Relation,
  fields: readonly HandedOver[],
  rows: readonly (readonly string[])[],
): Sql {
  const groups = new Map<string, { places: number[]; rows: (readonly string[])[] }>();
  for (const row of rows) {
    const places = row.flatMap((value, place) => (value === '' ? [] : [place]));
    if (places.length === 0) continue;
    const key = places.join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { places, rows: [row] });
    else group.rows.push(row);
  }
  const parts = [...groups.values()].map((group) => {
    const names = group.places.map((place) => fields[place]?.name ?? '');
    const lists = group.places.map((place) => group.rows.map((row) => row[place] ?? ''));
    return isOneOf(relation, names, lists);
  });
  return parts.length === 0 ? sql`0` : sql`(${join(parts, ' OR ')})`;
}

function isOneOf(
  relation: Relation,
  names: readonly string[],
  lists: readonly (readonly string[])[],
): Sql {
  const lower = (value: Value): Sql => sql`lowerUTF8(toString(${textOf(value)}))`;
  const fields = names.map((name) => fieldValue(relation, name));
  const values = fields.map(lower);
  const lowered = lists.map((list) => list.map((value) => value.toLowerCase()));
  const [only] = fields;
  if (names.length === 1 && only !== undefined) {
    const isAmong = (value: Value): Sql =>
      truth(sql`${lower(value)} IN ${strings(lowered[0] ?? [])}`);
    // A list is handed over as the text that it is.
    return only.mayBeList
      ? sql`(${holdsForAny(only, isAmong)} OR ${isAmong(only)})`
      : isAmong(only);
  }
  const wanted = join(
    lowered.map((list) => sql`${strings(list)}`),
    ', ',
  );
  const present = values.map((value) => sql`ifNull(${value}, '')`);
  return sql`(${join(present, ', ')}) IN (SELECT arrayJoin(arrayZip(${wanted})))`;
}

/** Condition for one row of values, some of which can occur anywhere in the text of an event. */
function rowCondition(
  relation: Relation,
  fields: readonly HandedOver[],
  row: readonly string[],
): Sql {
  const parts = fields.flatMap(({ name }, i) => {
    const value = row[i] ?? '';
    if (value === '') return [];
    if (name !== undefined) return [isOneOf(relation, [name], [[value]])];
    return [compileTerm(relation, { match: 'word', pattern: [value] })];
  });
  return parts.length === 0 ? sql`0` : sql`(${join(parts, ' AND ')})`;
}
