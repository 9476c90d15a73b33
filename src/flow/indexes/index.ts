/**
 * The indexes of an organization: which there are, how long each keeps its events, who may read which. Owns the
 * tables indexes, index_erasures and index_retentions.
 */
export { applyRetention } from './apply-retention.ts';
export { eraseDeletedIndexes } from './erase-indexes.ts';
export { indexFacts, type IndexFacts, keptSince } from './index-facts.ts';
export { countIndexes } from './indexes-table.ts';
export { auditIsClosed, readableIndexes } from './readable-indexes.ts';
