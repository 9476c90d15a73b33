/**
 * The way in: events as clients send them → checked, normalised, encoded once → the durable queue. Owns
 * the tables indexes, index_erasures and index_retentions.
 */
export type { IngestNeeds } from './accept-events.ts';
export { createEncoder, type EventEncoder } from './create-encoder.ts';
export { openEventReader } from './threads/open-event-reader.ts';
export { indexFacts, type IndexFacts, keptSince } from './index-facts.ts';
export { auditIsClosed, readableIndexes } from './readable-indexes.ts';
export { createDepthWarning } from './queue-room.ts';
export { createReceiptIds } from './receipts/receipt-ids.ts';
export { eraseDeletedIndexes } from './indexes/erase-indexes.ts';
export { applyRetention } from './indexes/apply-retention.ts';
export { countIndexes } from './indexes/indexes-table.ts';
export { createPace } from './create-pace.ts';
