/**
 * Which words may occur in which of 32 groups of rows: one Bloom filter per group, interleaved, so that one number
 * covers all groups. With 16 bits for each of the about 14,300 keys of 4,096 typical rows, one group in 2,000 is a
 * false positive.
 */
import { crc32 } from 'node:zlib';
import { mixed, type OnKey } from './key-hash.ts';

export const SEGMENT_GROUPS = 32;
const FILTER_BYTES = 28 * 1024;
/** Bits of the filter of one group. */
const FILTER_BITS = FILTER_BYTES * 8;
const PLACES = 11;
const SCALE = FILTER_BITS / 0x1_0000_0000;

/** A bit of each number for each group. */
export type Segment = Int32Array<ArrayBuffer>;

export function createSegment(): Segment {
  return new Int32Array(FILTER_BITS);
}

/** The filter of a group that is still being filled: small enough to stay in the processor cache. */
export interface OpenFilter {
  readonly mark: OnKey;
  mayHold(key: number): boolean;
  /** Puts what was marked into a segment. */
  addTo(segment: Segment, group: number): void;
}

/** Recently marked keys need not be marked again; most words of logs are repetitions. */
const RECENT_KEYS = 1 << 13;

export function createOpenFilter(): OpenFilter {
  const bits = new Uint8Array(FILTER_BYTES);
  const recent = new Uint32Array(RECENT_KEYS);
  return {
    mark(key) {
      const slot = key & (RECENT_KEYS - 1);
      if (recent[slot] === key) return;
      recent[slot] = key;
      const step = stepOf(key);
      for (let i = 0; i < PLACES; i++) {
        const place = placeOf(key, step, i);
        bits[place >>> 3] = (bits[place >>> 3] ?? 0) | (1 << (place & 7));
      }
    },
    mayHold: (key) =>
      groupsOf(key, (place) => ((bits[place >>> 3] ?? 0) >>> (place & 7)) & 1) !== 0,
    addTo(segment, group) {
      // Half of all bits are set, so that asking for each whether it is takes longer than moving it.
      for (let place = 0; place < FILTER_BITS; place++) {
        const bit = ((bits[place >>> 3] ?? 0) >>> (place & 7)) & 1;
        segment[place] = (segment[place] ?? 0) | (bit << group);
      }
    },
  };
}

/** Groups that may contain the key, one bit each. `read` returns the number at a position. */
export function groupsOf(key: number, read: (place: number) => number): number {
  const step = stepOf(key);
  let groups = 0xffff_ffff;
  for (let i = 0; i < PLACES && groups !== 0; i++) groups &= read(placeOf(key, step, i));
  return groups;
}

function stepOf(key: number): number {
  return mixed(~key) | 1;
}

function placeOf(key: number, step: number, i: number): number {
  return Math.floor(((key + Math.imul(i, step)) >>> 0) * SCALE);
}

/** Version 1 may lack rewritten rows, version 2 lacks the elements of lists: both are rebuilt. */
const MAGIC = 'XPWORDS3';
export const HEAD_BYTES = 16;
export const SEGMENT_BYTES = HEAD_BYTES + FILTER_BITS * 4;

/** Includes a checksum. */
export function packSegment(segment: Segment): Buffer {
  const data = Buffer.from(segment.buffer);
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(MAGIC);
  head.writeUInt32LE(crc32(data), MAGIC.length);
  return Buffer.concat([head, data]);
}

export function isWhole(packed: Buffer): boolean {
  if (packed.length !== SEGMENT_BYTES) return false;
  if (packed.toString('latin1', 0, MAGIC.length) !== MAGIC) return false;
  return packed.readUInt32LE(MAGIC.length) === crc32(packed.subarray(HEAD_BYTES));
}

/** Of one that is whole. */
export function unpackSegment(packed: Buffer): Segment {
  const segment = createSegment();
  packed.copy(Buffer.from(segment.buffer), 0, HEAD_BYTES);
  return segment;
}
