/** Counts texts by their bytes: no text is made of them. */

export interface TextCounts {
  /** Different texts, one behind the other. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  readonly counts: Uint32Array;
}

export interface TextCounter {
  add(bytes: Uint8Array, start: number, length: number, count: number): void;
  readonly size: () => number;
  all(): TextCounts;
}

/** A slot has the hash of a text, how often it was counted, where it begins and how long it is: all in one place. */
const SLOT = 4;
const SLOTS_MIN = 1_024;
/** A smaller table stays nearer to the processor than one with fewer texts in wrong slots. */
const FULL = 0.75;
const BYTES_MIN = 16_384;

export function createTextCounter(): TextCounter {
  let table = new Uint32Array(SLOTS_MIN * SLOT);
  let held = new Uint8Array(BYTES_MIN);
  let heldBytes = 0;
  let size = 0;

  function grow(): void {
    const larger = new Uint32Array(table.length * 2);
    const mask = larger.length / SLOT - 1;
    for (let from = 0; from < table.length; from += SLOT) {
      if (table[from + COUNT] === 0) continue;
      let slot = (table[from] ?? 0) & mask;
      while (larger[slot * SLOT + COUNT] !== 0) slot = (slot + 1) & mask;
      for (let i = 0; i < SLOT; i++) larger[slot * SLOT + i] = table[from + i] ?? 0;
    }
    table = larger;
  }

  function isSame(own: number, bytes: Uint8Array, start: number, length: number): boolean {
    for (let i = 0; i < length; i++) if (held[own + i] !== bytes[start + i]) return false;
    return true;
  }

  function keep(bytes: Uint8Array, start: number, length: number): void {
    if (heldBytes + length > held.length) {
      const larger = new Uint8Array(Math.max(held.length * 2, heldBytes + length));
      larger.set(held);
      held = larger;
    }
    for (let i = 0; i < length; i++) held[heldBytes + i] = bytes[start + i] ?? 0;
    heldBytes += length;
  }

  return {
    add(bytes, start, length, count) {
      if (count === 0) return;
      const hash = hashOf(bytes, start, length);
      const mask = table.length / SLOT - 1;
      let slot = (hash & mask) * SLOT;
      while (table[slot + COUNT] !== 0) {
        const mayBe = table[slot] === hash && table[slot + LENGTH] === length;
        if (mayBe && isSame(table[slot + START] ?? 0, bytes, start, length)) {
          table[slot + COUNT] = (table[slot + COUNT] ?? 0) + count;
          return;
        }
        slot = slot + SLOT === table.length ? 0 : slot + SLOT;
      }
      table[slot] = hash;
      table[slot + COUNT] = count;
      table[slot + START] = heldBytes;
      table[slot + LENGTH] = length;
      size++;
      keep(bytes, start, length);
      if (size * SLOT > table.length * FULL) grow();
    },
    size: () => size,
    all() {
      const [lengths, counts] = [new Uint32Array(size), new Uint32Array(size)];
      const bytes = new Uint8Array(heldBytes);
      let [next, end] = [0, 0];
      for (let slot = 0; slot < table.length; slot += SLOT) {
        if (table[slot + COUNT] === 0) continue;
        const [start = 0, length = 0] = [table[slot + START], table[slot + LENGTH]];
        for (let i = 0; i < length; i++) bytes[end + i] = held[start + i] ?? 0;
        lengths[next] = length;
        counts[next++] = table[slot + COUNT] ?? 0;
        end += length;
      }
      return { bytes, lengths, counts };
    },
  };
}

const COUNT = 1;
const START = 2;
const LENGTH = 3;

function hashOf(bytes: Uint8Array, start: number, length: number): number {
  let hash = SEED ^ length;
  for (let i = start; i < start + length; i++) {
    hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x0100_0193);
  }
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b_3c6d) >>> 0;
}

/** Of this process alone, so that nobody can make texts that all go into one slot. */
const SEED = Math.floor(Math.random() * 0x1_0000_0000);
