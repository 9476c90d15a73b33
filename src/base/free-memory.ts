/**
 * Releases the memory of a byte array immediately; the array is empty afterwards. Left to the garbage collector,
 * megabytes wait for its next run, and many of them trigger a full collection. Arrays that share their buffer are
 * unchanged.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isOwn && byteLength > 0) buffer.transfer(0);
}
