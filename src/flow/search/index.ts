/**
 * Search: a query's text becomes a tree (`language`), the tree becomes one statement (`compile/`), and the
 * rows of the store become the answer. Owns saved_searches, lookup_tables, log_deletions.
 */
export type { GivenRows } from './compile/given-rows.ts';
export { openSearch } from './open-search.ts';
export type { SearchInput } from './prepare-search.ts';
export { runSearch, type SearchResult } from './run-search.ts';
export { searchZone } from './search-zone.ts';
export type { SearchNeeds } from './search-needs.ts';
export type { SearchKind } from './search-turns.ts';
export { type ErasureState, erasureState, indexesOfTree, versionsOfTree } from './tree-facts.ts';
