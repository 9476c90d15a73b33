/**
 * The way in: events as clients send them → checked, normalised, encoded once → the durable queue. Owns
 * no table.
 */
export type { IngestNeeds } from './accept-events.ts';
export { appendReserved } from './append-reserved.ts';
export { createEncoder, type EventEncoder } from './reading/create-encoder.ts';
export { createReceiptIds } from './receipts/receipt-ids.ts';
