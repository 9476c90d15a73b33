/** Counts texts by their bytes, without creating strings. */
import { ownedMemory } from '../../../threads/owned-memory.ts';
import type { Texts } from '../../duckdb/engine/block-reader.ts';

export interface TextCounts {
  /** Distinct texts, concatenated. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  readonly counts: Uint32Array;
}

/** Some of the counted texts, and facts about all of them. */
export interface ShownCounts extends TextCounts {
  /** Of all texts. */
  readonly total: number;
}

export interface TextCounter {
  add(bytes: Uint8Array, start: number, length: number, count: number): void;
  /** Counts each text of at least `lengthMin` bytes once. */
  addEach(bytes: Uint8Array, texts: Texts, lengthMin: number): void;
  addAll(counts: TextCounts): void;
  readonly size: () => number;
  /** Total size of the distinct texts that are stored outside their slots. */
  readonly bytes: () => number;
  all(): TextCounts;
}

/**
 * A slot contains the count of a text, its length, and two numbers: the bytes of a short text, so that nothing else has
 * to be read; the hash of a long one and the position of its bytes.
 */
const SLOT = 4;
const COUNT = 0;
const LENGTH = 1;
const FIRST = 2;
const SECOND = 3;
const WORD_BYTES = 4;
const SHORT_MAX = 2 * WORD_BYTES;

const SLOTS_MIN = 1_024;
/** A smaller table stays nearer to the processor than one with fewer texts in wrong slots. */
const FULL = 0.8;
const BYTES_MIN = 16_384;

export function createTextCounter(): TextCounter {
  const kept = createKeptTexts();
  const slots = createSlots(kept);
  /** In front of each text, where the search for its slot begins. */
  let words = new Uint32Array(0);
  const one = new Uint32Array(SLOT);

  function add(bytes: Uint8Array, start: number, length: number, count: number): void {
    if (count === 0) return;
    if (length > SHORT_MAX) return slots.addLong(bytes, start, length, count);
    const first = wordAt(bytes, start, Math.min(length, WORD_BYTES));
    const second =
      length <= WORD_BYTES ? 0 : wordAt(bytes, start + length - WORD_BYTES, WORD_BYTES);
    one[0] = placeOf(length, first, second);
    one[LENGTH] = length;
    one[FIRST] = first;
    one[SECOND] = second;
    slots.addShort(one, SLOT, count);
  }

  return {
    add,
    addEach(bytes, texts, lengthMin) {
      const { length } = texts.lengths;
      if (words.length < length * SLOT) words = new Uint32Array(length * SLOT);
      // Collects the words of all texts first, so that the processor waits for several slots in parallel.
      const end = wordsOf(bytes, texts, lengthMin, words, slots);
      slots.addShort(words, end, 1);
    },
    addAll({ bytes, lengths, counts }) {
      let start = 0;
      for (let i = 0; i < lengths.length; i++) {
        const length = lengths[i] ?? 0;
        add(bytes, start, length, counts[i] ?? 0);
        start += length;
      }
    },
    size: () => slots.size(),
    bytes: () => kept.bytes(),
    all: () => countsIn(slots.table(), slots.size(), kept),
  };
}

/** Writes the words of short texts one after the other and returns where they end; counts long texts immediately. */
function wordsOf(
  bytes: Uint8Array,
  { starts, lengths }: Texts,
  lengthMin: number,
  words: Uint32Array,
  slots: Slots,
): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = 0;
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i] ?? 0;
    const start = starts[i] ?? 0;
    if (length < lengthMin) continue;
    if (length > SHORT_MAX) {
      slots.addLong(bytes, start, length, 1);
      continue;
    }
    const first = length < WORD_BYTES ? wordAt(bytes, start, length) : view.getUint32(start, true);
    const second = length <= WORD_BYTES ? 0 : view.getUint32(start + length - WORD_BYTES, true);
    words[end] = placeOf(length, first, second);
    words[end + LENGTH] = length;
    words[end + FIRST] = first;
    words[end + SECOND] = second;
    end += SLOT;
  }
  return end;
}

function countsIn(table: Uint32Array, size: number, kept: KeptTexts): TextCounts {
  const [lengths, counts] = [new Uint32Array(size), new Uint32Array(size)];
  const bytes = new Uint8Array(kept.bytes() + size * SHORT_MAX);
  let [next, end] = [0, 0];
  for (let slot = 0; slot < table.length; slot += SLOT) {
    const count = table[slot + COUNT] ?? 0;
    if (count === 0) continue;
    const length = table[slot + LENGTH] ?? 0;
    const [first = 0, second = 0] = [table[slot + FIRST], table[slot + SECOND]];
    if (length > SHORT_MAX) bytes.set(kept.textAt(second, length), end);
    else {
      for (let i = 0; i < length; i++) {
        const isFirst = i < WORD_BYTES;
        bytes[end + i] = isFirst ? first >>> (i * 8) : second >>> ((i + WORD_BYTES - length) * 8);
      }
    }
    lengths[next] = length;
    counts[next++] = count;
    end += length;
  }
  return { bytes: bytes.slice(0, end), lengths, counts };
}

/** The bytes of long texts. */
interface KeptTexts {
  /** Returns where it is. */
  keep(bytes: Uint8Array, start: number, length: number): number;
  isAt(at: number, bytes: Uint8Array, start: number, length: number): boolean;
  textAt(at: number, length: number): Uint8Array;
  bytes(): number;
}

function createKeptTexts(): KeptTexts {
  let kept = new Uint8Array(BYTES_MIN);
  let end = 0;
  return {
    keep(bytes, start, length) {
      if (end + length > kept.length) {
        const larger = new Uint8Array(Math.max(kept.length * 2, end + length));
        larger.set(kept);
        kept = larger;
      }
      kept.set(bytes.subarray(start, start + length), end);
      end += length;
      return end - length;
    },
    isAt(at, bytes, start, length) {
      for (let i = 0; i < length; i++) if (kept[at + i] !== bytes[start + i]) return false;
      return true;
    },
    textAt: (at, length) => kept.subarray(at, at + length),
    bytes: () => end,
  };
}

interface Slots {
  /** Adds texts whose bytes fit into two words, up to `end`. */
  addShort(words: Uint32Array, end: number, count: number): void;
  addLong(bytes: Uint8Array, start: number, length: number, count: number): void;
  table(): Uint32Array;
  size(): number;
}

function createSlots(kept: KeptTexts): Slots {
  let table = new Uint32Array(SLOTS_MIN * SLOT);
  let size = 0;

  function take(slot: number, length: number, first: number, second: number, count: number): void {
    table[slot + COUNT] = count;
    table[slot + LENGTH] = length;
    table[slot + FIRST] = first;
    table[slot + SECOND] = second;
    size++;
    if (size * SLOT > table.length * FULL) table = doubled(table);
  }

  return {
    addShort(words, end, count) {
      let own = table;
      for (let i = 0; i < end; i += SLOT) {
        const length = words[i + LENGTH] ?? 0;
        const first = words[i + FIRST] ?? 0;
        const second = words[i + SECOND] ?? 0;
        let slot = slotIn(own, words[i] ?? 0);
        for (;;) {
          const before = own[slot] ?? 0;
          if (before === 0) {
            take(slot, length, first, second, count);
            own = table;
            break;
          }
          const isSame =
            own[slot + FIRST] === first &&
            own[slot + SECOND] === second &&
            own[slot + LENGTH] === length;
          if (isSame) {
            own[slot] = before + count;
            break;
          }
          slot = nextIn(own, slot);
        }
      }
    },
    addLong(bytes, start, length, count) {
      const hash = hashOf(bytes, start, length);
      let slot = slotIn(table, placeOf(length, hash, 0));
      while (table[slot + COUNT] !== 0) {
        const mayBe = table[slot + FIRST] === hash && table[slot + LENGTH] === length;
        if (mayBe && kept.isAt(table[slot + SECOND] ?? 0, bytes, start, length)) {
          table[slot + COUNT] = (table[slot + COUNT] ?? 0) + count;
          return;
        }
        slot = nextIn(table, slot);
      }
      take(slot, length, hash, kept.keep(bytes, start, length), count);
    },
    table: () => table,
    size: () => size,
  };
}

function doubled(table: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(table.length * 2);
  for (let from = 0; from < table.length; from += SLOT) {
    if (table[from + COUNT] === 0) continue;
    const [length = 0, first = 0, second = 0] = table.subarray(from + LENGTH, from + SLOT);
    let slot = slotIn(larger, placeOf(length, first, second));
    while (larger[slot + COUNT] !== 0) slot = nextIn(larger, slot);
    for (let i = 0; i < SLOT; i++) larger[slot + i] = table[from + i] ?? 0;
  }
  return larger;
}

function slotIn({ length }: Uint32Array, place: number): number {
  return (place * SLOT) & (length - 1);
}

function nextIn({ length }: Uint32Array, slot: number): number {
  return (slot + SLOT) & (length - 1);
}

/** Up to four bytes as a number. */
function wordAt(bytes: Uint8Array, start: number, length: number): number {
  let word = 0;
  for (let i = 0; i < length; i++) word |= (bytes[start + i] ?? 0) << (i * 8);
  return word >>> 0;
}

/** Where the search for a slot begins. */
function placeOf(length: number, first: number, second: number): number {
  let mix = Math.imul(SEED ^ first ^ length, 0x7feb_352d);
  mix = Math.imul(mix ^ (mix >>> 15) ^ (length > SHORT_MAX ? 0 : second), 0x846c_a68b);
  return mix ^ (mix >>> 16);
}

function hashOf(bytes: Uint8Array, start: number, length: number): number {
  let hash = SEED ^ length;
  for (let i = start; i < start + length; i++) {
    hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x0100_0193);
  }
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b_3c6d) >>> 0;
}

/** Differs per process, so that nobody can create texts that all hash to one slot. */
const SEED = Math.floor(Math.random() * 0x1_0000_0000);

/** Which of the counted texts are needed. */
export interface Shown {
  /** Upper bound; the engine handles more. */
  readonly max: number;
  /** Only this many of the most frequent ones; undefined for all. */
  readonly top: number | undefined;
}

const LIST_START = 0x5b;

/** Undefined where there are too many, or where what counts is not the texts themselves. */
export function shownCounts(all: TextCounts, { max, top }: Shown): ShownCounts | undefined {
  const total = all.counts.reduce((sum, count) => sum + count, 0);
  if (all.counts.length <= max) return { ...all, total };
  if (top === undefined || top > max) return undefined;
  // At least `top` texts have this count or a higher one.
  const least = all.counts.toSorted().at(-top) ?? 0;
  const counter = createTextCounter();
  let start = 0;
  for (const [i, length] of all.lengths.entries()) {
    // Of lists each element counts, which only the engine tells apart.
    if (length > 0 && all.bytes[start] === LIST_START) return undefined;
    const count = all.counts[i] ?? 0;
    if (count >= least) counter.add(all.bytes, start, length, count);
    start += length;
  }
  return counter.size() > max ? undefined : { ...counter.all(), total };
}

/** What several have counted, each its share. */
export function joinCounts(all: readonly TextCounts[]): TextCounts {
  const [only] = all;
  if (only !== undefined && all.length === 1) return only;
  const counter = createTextCounter();
  for (const counts of all) counter.addAll(counts);
  return counter.all();
}

/** Buffers that are transferred with counts instead of being copied. */
export function memoryOf({ bytes, lengths, counts }: TextCounts): ArrayBuffer[] {
  return [bytes, lengths, counts].flatMap((each) => ownedMemory(each));
}
