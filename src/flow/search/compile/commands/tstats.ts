import type { TstatsStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { eventRelation, type Relation } from '../relation.ts';
import { compileSearch } from './search.ts';
import { compileStats } from './stats.ts';

/** All fields are found as fast here, so it is a search with stats behind it. */
export async function compileTstats(
  context: CompileContext,
  _relation: Relation,
  stage: TstatsStage,
): Promise<Relation> {
  const search = { ...stage, kind: 'search' as const, expression: stage.where };
  const rows = await compileSearch(context, eventRelation(context.scope), search);
  return compileStats(context, rows, stage);
}
