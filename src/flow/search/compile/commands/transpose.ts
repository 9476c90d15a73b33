import { identifier, join, sql, string, uint32, type Sql } from '../../../../engines/store/sql.ts';
import { rowsOf } from '../../../../engines/store/store.ts';
import type { TransposeStage } from '../../../../language/index.ts';
import { type CompileContext, refuse } from '../context.ts';
import { groupedRows } from '../grouped-rows.ts';
import { limited } from '../limit-rows.ts';
import { numbered, type Numbered } from '../numbered-rows.ts';
import { asSubquery, fieldValue, knownName, type Relation, select } from '../relation.ts';
import { NULL_TEXT, textOf, type Value } from '../value.ts';

const COLUMNS_MAX = 1_000;

/** Each row is taken apart into its fields, and those of one name become a row. */
export async function compileTranspose(
  context: CompileContext,
  relation: Relation,
  stage: TransposeStage,
): Promise<Relation> {
  if (relation.others !== undefined) {
    throw refuse(stage, 'transpose needs known columns. List them first, with table or stats.');
  }
  const count = stage.count === 0 ? COLUMNS_MAX + 1 : stage.count;
  const rows = numbered(context, limited(context, relation, count));
  const names = await columnNames(context, rows, stage);
  const { pair, position, from } = takenApart(context, rows, stage);
  const key = identifier(context.newAlias());
  const aliases = names.map(() => identifier(context.newAlias()));
  const columns = aliases.map(
    (alias, i) =>
      sql`anyOrNullIf(${pair}.2, ifNull(${position} = ${uint32(i + 1)}, 0)) AS ${alias}`,
  );
  const selected = join([sql`${pair}.1 AS ${key}`, ...columns], ', ');
  const inner = select(from, selected, { isOrdered: false, groupBy: key });
  const grouped = groupedRows(sql`(${inner})`, [[KEY, { kind: 'text', sql: key }]], []);
  const values = aliases.map((alias): Value => ({ kind: 'any', sql: alias, isColumn: true }));
  const isFilled = join(
    aliases.map((alias) => sql`isNotNull(${alias})`),
    ' OR ',
  );
  return {
    ...grouped,
    conditions: stage.options.include_empty || aliases.length === 0 ? [] : [isFilled],
    fields: new Map([
      [
        stage.options.column_name,
        { kind: 'text', sql: sql`substringUTF8(${key}, ${uint32(PLACES + 1)})` },
      ],
      ...values.map((value, i): [string, Value] => [names[i] ?? '', value]),
    ]),
  };
}

const KEY = '\0key';
const PAIR = '\0pair';
const POSITION = '\0position';
/** The digits in front of a name, by which the rows are in the order of the columns. */
const PLACES = 6;

async function columnNames(
  context: CompileContext,
  rows: Numbered,
  { options, ...stage }: TransposeStage,
): Promise<string[]> {
  const header =
    options.header_field === undefined ? NULL_TEXT : fieldValue(rows, options.header_field);
  const unordered = select(
    rows,
    sql`toString(${textOf(header)}) AS name, ${rows.position} AS place`,
    {
      isOrdered: false,
    },
  );
  const answer = rowsOf(
    await context.ask(sql`${unordered} ORDER BY place LIMIT ${uint32(COLUMNS_MAX + 1)}`),
  );
  if (answer.length > COLUMNS_MAX) {
    throw refuse(stage, `transpose creates at most ${COLUMNS_MAX} columns.`);
  }
  const taken = new Set([options.column_name]);
  return answer.map(({ name }, i) => {
    const wanted = typeof name === 'string' && name !== '' ? name : `row ${i + 1}`;
    const free = taken.has(wanted) ? `${wanted} (row ${i + 1})` : wanted;
    taken.add(free);
    return free;
  });
}

interface TakenApart {
  readonly pair: Sql;
  readonly position: Sql;
  readonly from: Relation;
}

/** A row for each field of each row: its place and name, and its value. */
function takenApart(context: CompileContext, rows: Numbered, stage: TransposeStage): TakenApart {
  const { header_field } = stage.options;
  const header = header_field === undefined ? undefined : knownName(rows, header_field);
  const pairs = [...rows.fields]
    .filter(([name]) => name !== header && !name.startsWith('\0'))
    .map(([name, value], i) => {
      const place = String(i).padStart(PLACES, '0');
      return sql`(${string(`${place}${name}`)}, toString(${textOf(value)}))`;
    });
  const list = pairs.length === 0 ? sql`[]` : sql`[${join(pairs, ', ')}]`;
  const each = sql`arrayJoin(CAST(${list}, 'Array(Tuple(String, Nullable(String)))'))`;
  const from = asSubquery(context, {
    ...rows,
    hasBase: false,
    order: [],
    fields: new Map([
      [PAIR, { kind: 'text', sql: each }],
      [POSITION, { kind: 'number', sql: rows.position }],
    ]),
  });
  const columnOf = (name: string): Sql => from.fields.get(name)?.sql ?? sql`NULL`;
  return { pair: columnOf(PAIR), position: columnOf(POSITION), from };
}
