import { sql } from '../../../../engines/store/sql.ts';
import type { ChartStage, GroupKey } from '../../../../language/index.ts';
import { type CompileContext, refuse } from '../context.ts';
import { keyOf, noteDrops, prepareRows } from '../group-by.ts';
import { pivotRows } from '../pivot.ts';
import type { Relation } from '../relation.ts';
import { compileStats } from './stats.ts';

export async function compileChart(
  context: CompileContext,
  relation: Relation,
  stage: ChartStage,
): Promise<Relation> {
  const { over, split, options } = stage;
  if (over === undefined) {
    if (split !== undefined) throw refuse(stage, 'chart needs a field after OVER.');
    const { aggregations, start, end } = stage;
    return compileStats(context, relation, { kind: 'stats', aggregations, by: [], start, end });
  }
  const rows = prepareRows(context, relation, stage.aggregations);
  const rowField: GroupKey =
    over.span === undefined && options.span !== undefined ? { ...over, span: options.span } : over;
  noteDrops(context, relation, stage, [rowField]);
  const rowKey = keyOf(context, rows, rowField);
  const conditions = rowKey.condition === undefined ? [] : [rowKey.condition];
  const present = { ...rows, conditions: [...rows.conditions, ...conditions] };
  return pivotRows(context, present, {
    rowKey: { ...rowKey, condition: sql`1` },
    split: split === undefined ? undefined : keyOf(context, rows, split),
    aggregations: stage.aggregations,
    series: stage.series,
    options,
    aggregate: {},
    rows: undefined,
  });
}
