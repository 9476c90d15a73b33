import { FOOTER_BYTES, type QueuePayload, sealPayload } from '../../../src/base/queue-payload.ts';

/** A payload around a block that was encoded without room behind it. */
export function payloadOf({ block, ...facts }: QueuePayload): Uint8Array {
  const payload = new Uint8Array(block.length + FOOTER_BYTES);
  payload.set(block);
  sealPayload(payload, facts);
  return payload;
}
