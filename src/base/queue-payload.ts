/**
 * Payload of one accepted request in the ingest queue: the block for the store, followed by the counts to record once
 * it is stored. Opaque to the queue.
 */
export interface QueuePayload extends PayloadFacts {
  /** Bytes that the store takes as they are. */
  readonly block: Uint8Array;
}

export interface PayloadFacts {
  /** Bytes of the events' JSON as they were sent; 0 for what the platform writes itself. */
  readonly sentBytes: number;
  /** Milliseconds since 1970: the day it counts to. */
  readonly acceptedAt: number;
}

/** Space that encoders reserve after a block, so that sealing it copies nothing. */
export const FOOTER_BYTES = 16;

/** Writes the counts into the space reserved after a block. */
export function sealPayload(payload: Uint8Array, { sentBytes, acceptedAt }: PayloadFacts): void {
  const end = payload.byteOffset + payload.length;
  const footer = new DataView(payload.buffer, end - FOOTER_BYTES, FOOTER_BYTES);
  footer.setFloat64(0, sentBytes);
  footer.setFloat64(8, acceptedAt);
}

export function openPayload(sealed: Uint8Array): QueuePayload {
  const end = sealed.length - FOOTER_BYTES;
  if (end < 0) throw new Error('this is not a payload of the ingest queue');
  const footer = new DataView(sealed.buffer, sealed.byteOffset + end, FOOTER_BYTES);
  return {
    block: sealed.subarray(0, end),
    sentBytes: footer.getFloat64(0),
    acceptedAt: footer.getFloat64(8),
  };
}
