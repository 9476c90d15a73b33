import type { StatsStage, TstatsStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { group, keyOf, noteDrops, prepareRows } from '../group-by.ts';
import { nameFields } from '../name-fields.ts';
import type { Relation } from '../relation.ts';

export async function compileStats(
  context: CompileContext,
  relation: Relation,
  stage: StatsStage | TstatsStage,
): Promise<Relation> {
  const { by } = stage;
  const aggregations = await nameFields(context, relation, stage);
  noteDrops(context, relation, stage, by);
  const prepared = prepareRows(context, relation, aggregations);
  const keys = by.map((key) => keyOf(context, prepared, key));
  return group(context, prepared, keys, aggregations, {});
}
