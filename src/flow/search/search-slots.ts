import { createFairSlots, type FairSlots } from '../../engines/threads/fair-slots.ts';
import type { Actor } from '../../base/actor.ts';
import type { Limits } from '../../spec/limits.ts';

/** The purpose of a search. Each kind has separate slots, so that none can use those of another. */
export type SearchKind = 'query' | 'alert' | 'background' | 'public' | 'agent';

/** The slots of one node, kind by kind. */
export type NodeSlots = Readonly<Record<SearchKind, FairSlots>>;

export function createNodeSlots({ query }: Pick<Limits, 'query'>): NodeSlots {
  return {
    query: createFairSlots(query.slotsPerNode),
    alert: createFairSlots(query.alertSlotsPerNode),
    background: createFairSlots(query.backgroundSlotsPerNode),
    public: createFairSlots(query.publicSlotsPerNode),
    agent: createFairSlots(query.agentSlotsPerNode),
  };
}

/** How long a search may take. */
export function searchMsMax(
  { limits: { query, agents } }: { readonly limits: Pick<Limits, 'query' | 'agents'> },
  { via }: Pick<Actor, 'via'>,
): number {
  return via === 'mcp' ? Math.min(agents.searchMsMax, query.timeoutMsMax) : query.timeoutMsMax;
}
