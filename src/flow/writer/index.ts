/**
 * The writer: takes claims from the ingest queue and stores them, exactly once. It acknowledges only what
 * the store has confirmed. Owns no table.
 */
export {
  type AnnounceStoring,
  createAnnouncing,
  STORING_CHANNEL,
  STORING_MS,
} from './announce-storing.ts';
export { createIngestLatency } from './ingest-latency.ts';
export { startHolding } from './start-holding.ts';
export { createStoredTimes, type StoredTimes } from './stored-times.ts';
export { startWriter, type Writer } from './start-writer.ts';
