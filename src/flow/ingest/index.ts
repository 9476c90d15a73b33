/**
 * Ingest: events as sent by clients → validated, normalised, encoded once → the durable queue. Owns the tables
 * `ingest_gaps` and `ingest_nodes`.
 */
export { acceptEvents, type IngestNeeds } from './accept-events.ts';
export { openIngest } from './open-ingest.ts';
export { appendReserved } from './append-reserved.ts';
export { addAttribute, cutNames, type DraftRecord, takeBody } from './normalise-event.ts';
export { createEncoder, openRowIds, type EventEncoder } from './reading/create-encoder.ts';
export { createReceiptIds } from './receipts/receipt-ids.ts';
export type { Gap, GapKind } from './gaps/gap.ts';
export type { GapNotes } from './gaps/gap-notes.ts';
export { behindBecause, gapsBetween } from './gaps/read-gaps.ts';
export { startGapWatch } from './gaps/watch-gaps.ts';
