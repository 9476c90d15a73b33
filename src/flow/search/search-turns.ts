import { createFairTurns, type FairTurns } from '../../engines/threads/fair-turns.ts';
import type { Limits } from '../../spec/limits.ts';

/** For whom a search runs. Each kind has places of its own, so that none can take those of another. */
export type SearchKind = 'query' | 'alert' | 'background' | 'public';

/** The places of one node, kind by kind. */
export type SearchTurns = Readonly<Record<SearchKind, FairTurns>>;

export function createSearchTurns({ query }: Pick<Limits, 'query'>): SearchTurns {
  return {
    query: createFairTurns(query.slotsPerNode),
    alert: createFairTurns(query.alertSlotsPerNode),
    background: createFairTurns(query.backgroundSlotsPerNode),
    public: createFairTurns(query.publicSlotsPerNode),
  };
}
