import type { SearchNeeds } from '../search-needs.ts';
import type { CardinalityMemory } from './cardinality-estimate.ts';
import { createCardinalityMemory } from './cardinality-memory.ts';
import { estimateCardinality } from './estimate-cardinality.ts';

export function openCardinality(needs: SearchNeeds): CardinalityMemory {
  return createCardinalityMemory({
    ...needs,
    estimate: (actor) => estimateCardinality(needs, actor, new AbortController().signal),
  });
}
