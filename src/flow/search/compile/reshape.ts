/** untable and xyseries: between one column per series and one row per value. */
import { identifier, join, sql, string, type Sql } from '../../../engines/store/sql.ts';
import { rowsOf } from '../../../engines/store/store.ts';
import type { UntableStage, XyseriesStage } from '../../../language/index.ts';
import { refuse, type CompileContext } from './context.ts';
import { groupedRows } from './grouped-rows.ts';
import {
  fieldValue,
  isCut,
  knownName,
  seal,
  select,
  withField,
  type Relation,
} from './relation.ts';
import { textOf, type Value } from './value.ts';

export function compileUntable(
  context: CompileContext,
  relation: Relation,
  stage: UntableStage,
): Relation {
  if (relation.others !== undefined) {
    throw refuse(stage, 'untable needs known columns: name them first, with table or stats.');
  }
  const open = seal(context, relation);
  const row = knownName(open, stage.row.name);
  const pairs = [...open.fields]
    .filter(([name]) => name !== row)
    .map(([name, value]) => {
      return sql`(${string(name)}, toString(${textOf(value)}))`;
    });
  const none = sql`CAST([], 'Array(Tuple(String, Nullable(String)))')`;
  const list =
    pairs.length === 0
      ? none
      : sql`CAST([${join(pairs, ', ')}], 'Array(Tuple(String, Nullable(String)))')`;
  const each = sql`arrayJoin(arrayFilter(t -> isNotNull(t.2), ${list}))`;
  const fields = new Map([[row, fieldValue(open, row)]]);
  const paired = seal(context, withField({ ...open, fields }, PAIR, { kind: 'text', sql: each }));
  const pair = paired.fields.get(PAIR)?.sql ?? sql`''`;
  const kept = new Map([...paired.fields].filter(([name]) => name !== PAIR));
  const named = withField({ ...paired, fields: kept }, stage.name.name, {
    kind: 'text',
    sql: sql`${pair}.1`,
  });
  return withField(named, stage.value.name, { kind: 'any', sql: sql`${pair}.2` });
}

const PAIR = '\0pair';
const SERIES_MAX = 1_000;

export async function compileXyseries(
  context: CompileContext,
  relation: Relation,
  stage: XyseriesStage,
): Promise<Relation> {
  const open = isCut(relation) ? seal(context, relation) : relation;
  const name = sql`toString(${textOf(fieldValue(open, stage.name.name))})`;
  const distinct = select(open, sql`DISTINCT ${name} AS series`, { isOrdered: false });
  const rows = rowsOf(await context.ask(sql`${distinct} ORDER BY series LIMIT 1001`));
  const series = rows.flatMap((row) => (typeof row['series'] === 'string' ? [row['series']] : []));
  if (series.length > SERIES_MAX) {
    throw refuse(stage, `xyseries makes at most ${SERIES_MAX} columns.`);
  }
  const key = fieldValue(open, stage.row.name);
  const keyAlias = identifier(context.newAlias());
  const fields: [string, Value][] = [];
  const columns: Sql[] = [sql`${key.sql} AS ${keyAlias}`];
  for (const value of stage.values) {
    const input = fieldValue(open, value.name);
    if (input.kind === 'multi') throw refuse(value, 'xyseries takes fields with one value.');
    for (const each of series) {
      const alias = identifier(context.newAlias());
      columns.push(
        sql`anyOrNullIf(${input.sql}, ifNull(${name} = ${string(each)}, 0)) AS ${alias}`,
      );
      const label = stage.values.length === 1 ? each : `${value.name}${stage.options.sep}${each}`;
      fields.push([label, { kind: input.kind, sql: alias }]);
    }
  }
  const inner = select(open, join(columns, ', '), { isOrdered: false, groupBy: keyAlias });
  return groupedRows(
    sql`(${inner})`,
    [[stage.row.name, { kind: key.kind, sql: keyAlias }]],
    fields,
  );
}
