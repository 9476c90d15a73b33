import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import { buildFilters, isWhole, mayHold, placeOf } from './block-filters.ts';

const SEED = 4_711;

function randomKeys(count: number, seed: number): Uint32Array {
  const random = seededRandom(seed);
  return Uint32Array.from({ length: count }, () => random.integer(0, 0xffff_ffff));
}

test('every key is found in its block, and few others are', () => {
  const blocks = [randomKeys(12_000, SEED), randomKeys(9_000, SEED + 1), randomKeys(5, SEED + 2)];
  const { chunks, bytes } = buildFilters(blocks);
  const bitsOf = (key: number): Buffer => {
    const { at, length } = placeOf(key, { chunks, blocks: blocks.length });
    return bytes.subarray(at, at + length);
  };

  for (const [block, keys] of blocks.entries()) {
    for (const key of keys) assert(mayHold(bitsOf(key), block, key), `seed ${SEED}, key ${key}`);
  }
  const others = randomKeys(100_000, SEED + 3);
  const found = others.filter((key) => mayHold(bitsOf(key), 0, key)).length;
  assert(found < others.length / 100, `${found} of ${others.length} were found in vain`);
});

test('bits that were lost are noticed', () => {
  const { chunks, bytes } = buildFilters([randomKeys(500, SEED)]);
  const { at, length } = placeOf(123_456, { chunks, blocks: 1 });
  const bits = Buffer.from(bytes.subarray(at, at + length));
  assert(isWhole(bits));
  bits[7] = (bits[7] ?? 0) ^ 4;
  assert(!isWhole(bits));
});
