import type { StatsStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { group, keyOf, prepareRows } from '../group-by.ts';
import type { Relation } from '../relation.ts';

export function compileStats(
  context: CompileContext,
  relation: Relation,
  { aggregations, by }: Pick<StatsStage, 'aggregations' | 'by'>,
): Relation {
  const prepared = prepareRows(context, relation, aggregations);
  const keys = by.map((key) => keyOf(context, prepared, key));
  return group(context, prepared, keys, aggregations, {});
}
