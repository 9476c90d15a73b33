import { freeMemory } from '../base/free-memory.ts';
import { MB } from '../spec/units.ts';

/** The pieces of a body, put together. */
export interface GatheredBytes {
  add(piece: Buffer): void;
  whole(): Buffer;
}

/** Until so much has come nothing is set aside, since a header alone must not cost memory. */
const SET_ASIDE_AFTER_BYTES = 1 * MB;

/**
 * Pieces of a large body move to their place as they come, and what they took is given back. Put together only
 * at the end, they would hold up everybody for some milliseconds; and until the next garbage collection there
 * would be so much memory beside the heap that the engine collects all of it, which holds up everybody longer.
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
      // More than was declared comes from tests alone, and is put together like what was not declared.
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
