import type { Actor } from '../../../base/actor.ts';
import { runSearch } from '../run-search.ts';
import type { SearchNeeds } from '../search-needs.ts';
import type { SearchPart } from './search-part.ts';

/** How many events a search finds; from the store's own counts where they can tell. */
export async function countMatched(
  needs: SearchNeeds,
  actor: Actor,
  part: SearchPart,
  signal: AbortSignal,
): Promise<number> {
  const query = `${part.text} | stats count`;
  const { data } = await runSearch(needs, actor, { query, ...part.bounds }, signal);
  return Number(data.rows[0]?.['count'] ?? 0);
}
