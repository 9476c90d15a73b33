import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../../../test/support/seeded-random.ts';
import { createByteSink } from '../../byte-sink.ts';
import { packNumbers, unpackNumbers } from './pack-numbers.ts';

function repacked(values: readonly number[]): number[] {
  const sink = createByteSink(1);
  packNumbers(sink, Float64Array.from(values), 0, values.length);
  const bytes = sink.bytes.subarray(0, sink.length);
  const { values: read, end } = unpackNumbers(bytes, 0);
  assert.equal(end, sink.length);
  return [...read];
}

test('numbers of any distance come back as they were', () => {
  const seed = 20_261_118;
  const random = seededRandom(seed);
  for (let round = 0; round < 300; round++) {
    const spread = 2 ** random.integer(0, 51);
    const start = random.integer(-(2 ** 50), 2 ** 50);
    const values = Array.from(
      { length: random.integer(0, 300) },
      () => start + random.integer(0, spread),
    );
    if (random.chance(0.5)) values.sort((a, b) => a - b);
    assert.deepEqual(repacked(values), values, `seed ${seed}, round ${round}`);
  }
});

test('a part of a list is packed alone, and equal numbers take next to nothing', () => {
  const sink = createByteSink(1);
  packNumbers(sink, new Float64Array(10_000).fill(1_794_983_419_710), 100, 9_000);
  assert.equal(unpackNumbers(sink.bytes.subarray(0, sink.length), 0).values.length, 8_900);
  assert(sink.length < 400, `${sink.length} bytes`);
});

test('bytes that break off are told from numbers', () => {
  const sink = createByteSink(1);
  packNumbers(
    sink,
    Float64Array.from({ length: 200 }, (_, i) => i * i),
    0,
    200,
  );
  for (let length = 0; length < sink.length; length++) {
    assert.throws(() => unpackNumbers(sink.bytes.subarray(0, length), 0), /damaged/, `${length}`);
  }
});
