/** Commands that make rows themselves: tstats, makeresults. */
import { instant, sql, uint32 } from '../../../engines/store/sql.ts';
import type { MakeresultsStage, TstatsStage } from '../../../language/index.ts';
import { refuse, type CompileContext } from './context.ts';
import { eventRelation, type Relation } from './relation.ts';
import { compileSearchStage } from './search.ts';
import { compileStats } from './stats.ts';

/** All fields are found as fast here, so it is a search with stats behind it. */
export async function compileTstats(
  context: CompileContext,
  stage: TstatsStage,
): Promise<Relation> {
  const { where, earliest, latest, start, end } = stage;
  const search = { kind: 'search' as const, expression: where, earliest, latest, start, end };
  const rows = await compileSearchStage(context, eventRelation(context.scope), search);
  return compileStats(context, rows, stage);
}

export function compileMakeresults(context: CompileContext, stage: MakeresultsStage): Relation {
  const { count, format, data } = stage.options;
  if (format !== undefined || data !== undefined) {
    throw refuse(stage, 'makeresults with data is not available yet.');
  }
  const rows = Math.min(count, context.limits.madeRowsMax);
  const now = Math.floor(context.now / 1000) * 1000;
  return {
    from: { kind: 'rows', sql: sql`(SELECT number FROM numbers(${uint32(rows)}))` },
    conditions: [],
    isSummable: false,
    fields: new Map([['_time', { kind: 'time', sql: sql`${instant(now)}` }]]),
    others: undefined,
    hasBase: false,
    order: [{ sql: sql`number`, isDescending: false }],
    limit: undefined,
    limitBy: undefined,
  };
}
