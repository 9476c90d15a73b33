/**
 * Gives the memory of bytes back at once, which are empty from then on. Left to the collector, megabytes wait for
 * its next round, and enough of them make it look at the whole heap. Bytes that share their memory with
 * others stay as they are.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isOwn && byteLength > 0) buffer.transfer(0);
}
