import type { Log } from '../../base/log.ts';
import type { Metrics } from '../../base/metrics.ts';
import { createFieldMemory } from './advice/field-memory.ts';
import { openCardinality } from './cardinality/open-cardinality.ts';
import { storedKnowledge } from './knowledge/knowledge.ts';
import { createSearchMeter, createSimpleSearchMeter } from './search-meter.ts';
import { type LookupNeeds, openLookupTables } from './lookups/lookup-tables.ts';
import type { SearchNeeds } from './search-needs.ts';
import { createNodeSlots } from './search-slots.ts';

/** What every search of this node works with, put together once: all of them share its slots and its lookups. */
export function openSearch(
  needs: Omit<
    SearchNeeds,
    | 'nodeSlots'
    | 'lookups'
    | 'knowledge'
    | 'searchMeter'
    | 'simpleSearchMeter'
    | 'fieldMemory'
    | 'cardinality'
  > &
    LookupNeeds & { readonly metrics: Metrics; readonly log?: Log },
): SearchNeeds {
  const { store, metadata, cache, counters, mining, clock, limits } = needs;
  const search: SearchNeeds = {
    store,
    metadata,
    cache,
    counters,
    mining,
    clock,
    limits,
    nodeSlots: createNodeSlots(limits),
    searchMeter: createSearchMeter(needs.metrics),
    simpleSearchMeter: createSimpleSearchMeter(needs.metrics),
    knowledge: storedKnowledge(metadata),
    ...(needs.gapsBetween === undefined ? {} : { gapsBetween: needs.gapsBetween }),
    ...(needs.collect === undefined ? {} : { collect: needs.collect }),
    ...(needs.geoip === undefined ? {} : { geoip: needs.geoip }),
    lookups: openLookupTables({ metadata, clock, limits }),
    fieldMemory: createFieldMemory({ clock }),
  };
  return { ...search, cardinality: openCardinality(search, needs.log) };
}
