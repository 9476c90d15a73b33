/**
 * The indexes of an organization: which there are, how long each keeps its events, who may read which. Owns the
 * tables indexes, index_erasures and index_retentions.
 */
export { indexFacts, type IndexFacts, keptSince } from './index-facts.ts';
export { createIndex, type IndexNeeds } from './manage-indexes.ts';
export { indexIsClosed, readableIndexes } from './readable-indexes.ts';
