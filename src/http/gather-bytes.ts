import { freeMemory } from '../base/free-memory.ts';
import { MB } from '../spec/units.ts';

/** The pieces of a body, put together. */
export interface GatheredBytes {
  add(piece: Buffer): void;
  whole(): Buffer;
}

/** Below this size no buffer is allocated, since a header alone must not cost memory. */
const SET_ASIDE_AFTER_BYTES = 1 * MB;

/**
 * Copies pieces of a large body to their final place as they arrive and frees their memory. Joining them only at the
 * end would block the event loop for some milliseconds; and until the next garbage collection so much memory outside
 * the heap would accumulate that the engine runs a full collection, which blocks it longer.
 */
export function gatherBytes(declaredBytes: number): GatheredBytes {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let place: Buffer | undefined;
  let placed = 0;

  return {
    add(piece) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= SET_ASIDE_AFTER_BYTES && bytes < declaredBytes) {
        place ??= Buffer.allocUnsafeSlow(declaredBytes);
      }
      // Only tests send more than declared; it is joined like a body of undeclared length.
      if (place === undefined || bytes > place.length) return;
      for (const each of pieces.splice(0)) {
        placed += each.copy(place, placed);
        freeMemory(each);
      }
    },
    whole() {
      const all = place === undefined ? pieces : [place.subarray(0, placed), ...pieces];
      const [first] = all;
      if (all.length === 1 && first !== undefined) return first;
      const whole = Buffer.concat(all, bytes);
      for (const each of all) freeMemory(each);
      return whole;
    },
  };
}
