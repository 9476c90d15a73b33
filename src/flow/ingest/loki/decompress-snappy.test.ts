import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import { AppError } from '../../../base/errors.ts';
import { decompressSnappy } from './decompress-snappy.ts';

const bytes = (...values: readonly (number | string)[]): Buffer =>
  Buffer.concat(
    values.map((each) => (typeof each === 'string' ? Buffer.from(each) : Buffer.from([each]))),
  );

/** A literal of up to 60 bytes. */
const literal = (text: string): Buffer => bytes((text.length - 1) << 2, text);

test('literals of every length form are copied', () => {
  const long = 'x'.repeat(300);

  assert.equal(decompressSnappy(bytes(5, 4 << 2, 'hello'), 100).toString(), 'hello');
  const twoBytes = bytes(0xac, 0x02, 61 << 2, 0x2b, 0x01, long);
  assert.equal(decompressSnappy(twoBytes, 300).toString(), long);
  const oneByte = bytes(70, 60 << 2, 69, 'y'.repeat(70));
  assert.equal(decompressSnappy(oneByte, 100).toString(), 'y'.repeat(70));
  assert.equal(decompressSnappy(bytes(0), 100).length, 0);
});

test('copies of every form repeat what came before, overlapping ones too', () => {
  const one = Buffer.concat([bytes(8), literal('abcd'), bytes(1, 4)]);
  assert.equal(decompressSnappy(one, 100).toString(), 'abcdabcd');
  const two = Buffer.concat([bytes(12), literal('ab'), bytes((9 << 2) | 2, 2, 0)]);
  assert.equal(decompressSnappy(two, 100).toString(), 'ab'.repeat(6));
  const four = Buffer.concat([bytes(5), literal('a'), bytes((3 << 2) | 3, 1, 0, 0, 0)]);
  assert.equal(decompressSnappy(four, 100).toString(), 'aaaaa');
});

test('the announced size is the size, and has a bound', () => {
  const good = bytes(5, 4 << 2, 'hello');

  assert.throws(() => decompressSnappy(good, 4), { code: 'FST_ERR_CTP_BODY_TOO_LARGE' });
  for (const wrong of [
    bytes(4, 4 << 2, 'hello'),
    bytes(6, 4 << 2, 'hello'),
    bytes(5, 4 << 2, 'hell'),
    Buffer.concat([bytes(8), literal('abcd'), bytes(1, 5)]),
    Buffer.concat([bytes(8), literal('abcd'), bytes(1, 0)]),
    Buffer.concat([bytes(6), literal('abcd'), bytes(1, 4)]),
    bytes(8, 1),
    bytes(),
    bytes(0x80),
    bytes(0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
  ]) {
    assert.throws(() => decompressSnappy(wrong, 1_000), { code: 'VALIDATION_ERROR' });
  }
});

test('whatever the bytes, it ends with data of the announced size or a refusal', () => {
  const seed = Date.now();
  const random = seededRandom(seed);
  for (let round = 0; round < 5_000; round++) {
    const wild = Buffer.from(
      Array.from({ length: random.integer(1, 40) }, () => random.integer(0, 255)),
    );
    try {
      assert.ok(decompressSnappy(wild, 1_000).length <= 1_000);
    } catch (error) {
      assert.ok(error instanceof AppError, `seed ${seed}, round ${round}: ${String(error)}`);
    }
  }
});
