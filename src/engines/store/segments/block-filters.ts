/**
 * Which keys may be in which rows of a group: words of bodies, and attributes with their values. The rows are divided
 * into blocks with similar numbers of keys, each with a Bloom filter. For any key, the relevant bits of all blocks of a
 * group are contiguous in the file, so that one small read is enough.
 */
import { crc32 } from 'node:zlib';
import { mixed } from '../duckdb/engine/words/key-hash.ts';
import type { KeySet } from './key-set.ts';

/** A block ends when it has this many keys or rows. */
export const BLOCK_KEYS_MAX = 12_288;
export const BLOCK_ROWS_MAX = 16_384;

/** All bits of a key are in one chunk. */
const CHUNK_BITS = 512;
const CHUNK_WORDS = CHUNK_BITS / 32;
const CHUNK_BYTES = CHUNK_BITS / 8;
/** One block in four hundred is read in vain. */
const BITS_PER_KEY = 14;
/** Three from each of two mixes of the key: as many numbers of nine bits as fit into 32. */
const BITS_PER_MIX = 3;

/** Checksum after the bits of all blocks, since a lost bit hides rows. */
const CRC_BYTES = 4;

/** Filters of the blocks of one group: for every chunk, those of all blocks, one after the other. */
export interface BlockFilters {
  readonly chunks: number;
  readonly bytes: Buffer;
}

/** The keys of one block. */
export function keysOf(keys: KeySet): Uint32Array {
  const list = new Uint32Array(keys.count());
  let next = 0;
  keys.each((key) => {
    list[next++] = key;
  });
  return list;
}

export function buildFilters(blocks: readonly Uint32Array[]): BlockFilters {
  const most = blocks.reduce((max, keys) => Math.max(max, keys.length), 0);
  const chunks = Math.max(1, Math.ceil((most * BITS_PER_KEY) / CHUNK_BITS));
  const words = new Uint32Array(chunks * blocks.length * CHUNK_WORDS);
  for (const [block, keys] of blocks.entries()) {
    for (const key of keys) {
      const base = (chunkOf(key, chunks) * blocks.length + block) * CHUNK_WORDS;
      eachBit(key, (word, bit) => {
        words[base + word] = (words[base + word] ?? 0) | bit;
      });
    }
  }
  return { chunks, bytes: withChecksums(Buffer.from(words.buffer), chunks) };
}

function withChecksums(bits: Buffer, chunks: number): Buffer {
  const size = bits.length / chunks;
  const bytes = Buffer.alloc(bits.length + chunks * CRC_BYTES);
  for (let chunk = 0; chunk < chunks; chunk++) {
    const own = bits.subarray(chunk * size, (chunk + 1) * size);
    const at = chunk * (size + CRC_BYTES);
    own.copy(bytes, at);
    bytes.writeUInt32LE(crc32(own), at + size);
  }
  return bytes;
}

/** Position of a key's bits in the filters of a group, for all its blocks. */
export function placeOf(
  key: number,
  { chunks, blocks }: { readonly chunks: number; readonly blocks: number },
): { readonly at: number; readonly length: number } {
  const length = blocks * CHUNK_BYTES + CRC_BYTES;
  return { at: chunkOf(key, chunks) * length, length };
}

/** Whether the bytes of `placeOf` are as they were written. */
export function isWhole(bytes: Buffer): boolean {
  const end = bytes.length - CRC_BYTES;
  return crc32(bytes.subarray(0, end)) === bytes.readUInt32LE(end);
}

/** Whether a block may have the key; `bytes` are those of `placeOf`. */
export function mayHold(bytes: Buffer, block: number, key: number): boolean {
  const base = block * CHUNK_BYTES;
  let isThere = true;
  eachBit(key, (word, bit) => {
    isThere &&= (bytes.readUInt32LE(base + word * 4) & bit) !== 0;
  });
  return isThere;
}

function chunkOf(key: number, chunks: number): number {
  return Math.floor((key / 0x1_0000_0000) * chunks);
}

function eachBit(key: number, visit: (word: number, bit: number) => void): void {
  const first = mixed(~key);
  eachOf(first, visit);
  eachOf(mixed(first ^ 0x9e37_79b9), visit);
}

function eachOf(mix: number, visit: (word: number, bit: number) => void): void {
  let rest = mix;
  for (let i = 0; i < BITS_PER_MIX; i++) {
    const place = rest & (CHUNK_BITS - 1);
    visit(place >>> 5, 1 << (place & 31));
    rest >>>= 9;
  }
}
