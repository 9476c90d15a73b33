/**
 * The way in: events as clients send them → checked, normalised, encoded once → the durable queue. Owns
 * no table.
 */
export type { IngestNeeds } from './accept-events.ts';
export { createBackpressure } from './create-backpressure.ts';
export { createEncoder, type EventEncoder } from './reading/create-encoder.ts';
export { openEventReader } from './reading/open-event-reader.ts';
export { createDepthWarning } from './queue-room.ts';
export { createReceiptIds } from './receipts/receipt-ids.ts';
