import { sql } from '../../../engines/store/sql.ts';
import { rowsOf } from '../../../engines/store/store.ts';
import type { Query, TreeNode } from '../../../language/index.ts';
import type { CompileContext } from './context.ts';
import { type Relation, asSubquery, select } from './relation.ts';
import { noteCut } from './subsearch-filter.ts';

/** Returns the rows of a subsearch, at most `max`; if there are more, the answer reports it. */
export async function subsearchRows(
  context: CompileContext,
  { query, ...place }: TreeNode & { readonly query: Query },
  max: number,
): Promise<Relation> {
  const rows = asSubquery(context, await context.compileSubsearch(query));
  const counted = select(rows, sql`1`, { isOrdered: false, limit: max + 1 });
  const [row] = rowsOf(await context.ask(sql`SELECT count() AS n FROM (${counted})`));
  if (Number(row?.['n'] ?? 0) > max) noteCut(context, place, max);
  return asSubquery(context, { ...rows, limit: max });
}
