import type { Log } from '../../../base/log.ts';
import type { SearchNeeds } from '../search-needs.ts';
import type { CardinalityMemory } from './cardinality-estimate.ts';
import { createCardinalityMemory } from './cardinality-memory.ts';
import { estimateCardinality } from './estimate-cardinality.ts';

export function openCardinality(needs: SearchNeeds, log?: Log): CardinalityMemory {
  return createCardinalityMemory({
    ...needs,
    estimate: (actor) => estimateCardinality(needs, actor, new AbortController().signal),
    reportFault: (error, organization) =>
      log?.error({ err: error, organization }, 'field cardinality could not be estimated'),
  });
}
