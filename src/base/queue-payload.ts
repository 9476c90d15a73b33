/**
 * What the ingest queue holds for one accepted request: the block for the store, and behind it what is
 * counted once the block is stored. The queue itself never looks inside.
 */
export interface QueuePayload {
  /** Bytes that the store takes as they are. */
  readonly block: Uint8Array;
  /** Bytes of the events' JSON as they were sent; 0 for what the platform writes itself. */
  readonly sentBytes: number;
  /** Milliseconds since 1970: the day it counts to. */
  readonly acceptedAt: number;
}

/** What is counted takes so many bytes behind the block. */
export const FOOTER_BYTES = 16;

export function sealPayload(payload: QueuePayload): Uint8Array {
  const { block } = payload;
  const sealed = new Uint8Array(block.length + FOOTER_BYTES);
  sealed.set(block);
  writeFooter(sealed, payload);
  return sealed;
}

/** The same without a copy, for a block whose memory has `FOOTER_BYTES` behind it. */
export function sealInPlace(payload: QueuePayload): Uint8Array {
  const { buffer, byteOffset, length } = payload.block;
  const sealed = new Uint8Array(buffer, byteOffset, length + FOOTER_BYTES);
  writeFooter(sealed, payload);
  return sealed;
}

function writeFooter(sealed: Uint8Array, { sentBytes, acceptedAt }: QueuePayload): void {
  const end = sealed.byteOffset + sealed.length;
  const footer = new DataView(sealed.buffer, end - FOOTER_BYTES, FOOTER_BYTES);
  footer.setFloat64(0, sentBytes);
  footer.setFloat64(8, acceptedAt);
}

/** Payloads are sealed before it is known when they are accepted, where another thread does the sealing. */
export function stampPayload(sealed: Uint8Array, acceptedAt: number): Uint8Array {
  const end = sealed.byteOffset + sealed.length;
  new DataView(sealed.buffer, end - FOOTER_BYTES, FOOTER_BYTES).setFloat64(8, acceptedAt);
  return sealed;
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
