/**
 * Which words may stand in which of 32 groups of rows: a Bloom filter for each group, side by side, so that one
 * number tells of all of them. Sixteen bits for each of the some 26,000 keys that 8,192 typical rows have make one
 * group in two thousand be read in vain.
 */
import { crc32 } from 'node:zlib';
import type { KeyHash } from './key-hash.ts';

export const SEGMENT_GROUPS = 32;
/** Bits of the filter of one group. */
const FILTER_BITS = 54 * 1024 * 8;
const PLACES = 11;
const SCALE = FILTER_BITS / 0x1_0000_0000;

/** A bit of each number for each group. */
export type Segment = Uint32Array<ArrayBuffer>;

export function createSegment(): Segment {
  return new Uint32Array(FILTER_BITS);
}

/** Keys that came a moment ago need not be marked again; most words of logs did. */
const RECENT_KEYS = 1 << 13;

/** Marks keys in one group of a segment. */
export function createMarker(
  segment: Segment,
  group: number,
): (first: number, second: number) => void {
  const mark = 1 << group;
  const recent = new Uint32Array(RECENT_KEYS * 2);
  return (first, second) => {
    const slot = (first & (RECENT_KEYS - 1)) * 2;
    if (recent[slot] === first && recent[slot + 1] === second) return;
    recent[slot] = first;
    recent[slot + 1] = second;
    for (let i = 0; i < PLACES; i++) {
      const place = placeOf(first, second, i);
      segment[place] = (segment[place] ?? 0) | mark;
    }
  };
}

/** The groups that may hold the key, a bit each. `read` gives the number at a place. */
export function groupsOf({ first, second }: KeyHash, read: (place: number) => number): number {
  let groups = 0xffff_ffff;
  for (let i = 0; i < PLACES && groups !== 0; i++) groups &= read(placeOf(first, second, i));
  return groups;
}

function placeOf(first: number, second: number, i: number): number {
  return Math.floor(((first + Math.imul(i, second)) >>> 0) * SCALE);
}

const MAGIC = 'XPWORDS1';
export const HEAD_BYTES = 16;
export const SEGMENT_BYTES = HEAD_BYTES + FILTER_BITS * 4;

/** With what tells whether it is whole. */
export function packSegment(segment: Segment): Buffer {
  const data = Buffer.from(segment.buffer);
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(MAGIC);
  head.writeUInt32LE(crc32(data), MAGIC.length);
  return Buffer.concat([head, data]);
}

export function isWhole(packed: Buffer): boolean {
  if (packed.length !== SEGMENT_BYTES || packed.toString('latin1', 0, 8) !== MAGIC) return false;
  return packed.readUInt32LE(MAGIC.length) === crc32(packed.subarray(HEAD_BYTES));
}
