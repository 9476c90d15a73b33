/**
 * Search: a query's text becomes a tree (`language`), the tree becomes one statement (`compile/`), and the
 * rows of the store become the answer. Owns saved_searches, lookup_tables, log_deletions,
 * macros, data_models, data_links.
 */
export type { GivenRows } from './compile/given-rows.ts';
export { countRows } from './export/count-rows.ts';
export { exportAnswer, exportTree, type FileNeeds, type TreeFile } from './trees/export-tree.ts';
export {
  expandedText,
  keptKnowledge,
  macroOptions,
  storedKnowledge,
} from './knowledge/knowledge.ts';
export {
  insertKnowledgeVersion,
  readKnowledgeVersions,
  removeKnowledgeVersions,
} from './knowledge/knowledge-versions-table.ts';
export { knowledgeKind } from './knowledge/knowledge-kind.ts';
export {
  changeKnowledge,
  createKnowledge,
  deleteKnowledge,
  type KnowledgeKind,
  type KnowledgeNeeds,
  listKnowledge,
  listKnowledgeVersions,
  readKnowledge,
} from './knowledge/manage-knowledge.ts';
export { openCollect } from './collect/collect-rows.ts';
export { openSearch } from './open-search.ts';
export { findSavedSearch } from './saved-searches/saved-searches-table.ts';
export type { SearchInput } from './search-input.ts';
export type { SearchBounds } from './search-bounds.ts';
export { runSearch, type SearchResult } from './run-search.ts';
export { findBaseline, lacksEvents } from './compare/find-baseline.ts';
export { type Comparison, shiftBack, shiftRange } from './compare/shift-range.ts';
export { searchZone } from './search-zone.ts';
export type { SearchNeeds } from './search-needs.ts';
export { namesIndex } from './search-indexes.ts';
export type { SearchKind } from './search-slots.ts';
export { type ArrivalCount, type ArrivalCounting, countArrivals } from './trees/count-arrivals.ts';
export { countTogether, type CountedPart, type PartCount } from './trees/count-together.ts';
export type { TreeSearch } from './trees/compile-tree.ts';
export { isRowwise, isRowwiseStage, rowwisePart } from './trees/is-rowwise.ts';
export { StoreUnavailable } from './store-unavailable.ts';
export { findEventIds, searchTree } from './trees/search-tree.ts';
export {
  type ErasureState,
  erasureState,
  indexesOfTree,
  usesOfTree,
  versionsOfTree,
} from './tree-facts.ts';
