import { identifier, join, sql, type Sql, string } from '../../../../engines/store/sql.ts';
import { rowsOf } from '../../../../engines/store/store.ts';
import type { XyseriesStage } from '../../../../language/index.ts';
import { type CompileContext, refuse } from '../context.ts';
import { groupedRows } from '../grouped-rows.ts';
import { fieldValue, isCut, type Relation, asSubquery, select } from '../relation.ts';
import { textOf, type Value } from '../value.ts';

const SERIES_MAX = 1_000;

export async function compileXyseries(
  context: CompileContext,
  relation: Relation,
  stage: XyseriesStage,
): Promise<Relation> {
  const open = isCut(relation) ? asSubquery(context, relation) : relation;
  const name = sql`toString(${textOf(fieldValue(open, stage.name.name))})`;
  const distinct = select(open, sql`DISTINCT ${name} AS series`, { isOrdered: false });
  const rows = rowsOf(await context.ask(sql`${distinct} ORDER BY series LIMIT 1001`));
  const series = rows.flatMap((row) => (typeof row['series'] === 'string' ? [row['series']] : []));
  if (series.length > SERIES_MAX) {
    throw refuse(stage, `xyseries creates at most ${SERIES_MAX} columns.`);
  }
  const key = fieldValue(open, stage.row.name);
  const keyAlias = identifier(context.newAlias());
  const fields: [string, Value][] = [];
  const columns: Sql[] = [sql`${key.sql} AS ${keyAlias}`];
  for (const value of stage.values) {
    const input = fieldValue(open, value.name);
    if (input.kind === 'multi') throw refuse(value, 'xyseries doesn’t support multivalue fields.');
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
