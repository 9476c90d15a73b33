/**
 * The memory of bytes that have it for themselves, to be handed over. Small buffers share a piece with others,
 * which would lose it: those are copied instead.
 */
export function ownedMemory(bytes: ArrayBufferView): ArrayBuffer[] {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
