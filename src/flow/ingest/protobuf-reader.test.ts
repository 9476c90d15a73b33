import assert from 'node:assert/strict';
import { test } from 'node:test';
import { varint } from '../../../test/support/ingest/write-protobuf.ts';
import { summaryOf } from './partial-intake.ts';
import { nextTag, protobufReader, readInt64, readVarint, skip } from './protobuf-reader.ts';

const MALFORMED = /not a valid protobuf message/;

function bytes(count: number, value = 0): number[] {
  return Array.from({ length: count }, () => value);
}

test('numbers are exact, bounded, and end with their bytes', () => {
  const int64 = (value: bigint | number) => readInt64(protobufReader(varint(value)));
  for (const value of [0, 127, 128, 16_384, 2 ** 53 - 1, -1]) assert.equal(int64(value), value);
  assert.equal(int64(2n ** 53n), '9007199254740992');
  assert.equal(int64(-(2n ** 53n)), '-9007199254740992');
  assert.equal(int64(-(2n ** 53n) + 1n), -Number.MAX_SAFE_INTEGER);

  const read = (...given: readonly number[]) => readVarint(protobufReader(Buffer.from(given)));
  assert.equal(read(...bytes(9, 0x80), 0x01), 2 ** 63);
  assert.throws(() => read(...bytes(10, 0x80), 0x01), MALFORMED);
  assert.throws(() => read(0x80), MALFORMED);
  assert.throws(() => read(), MALFORMED);

  const tag = (value: bigint | number) => nextTag(protobufReader(varint(value)));
  assert.deepEqual([tag(8), tag(0xff_ff_ff_ff)], [8, 0xff_ff_ff_ff]);
  for (const value of [7, 0, 2 ** 32]) assert.throws(() => tag(value), MALFORMED, String(value));
  assert.equal(nextTag(protobufReader(Buffer.alloc(0))), 0);
});

test('fields that are passed over have the length of their kind, and no more than there is', () => {
  const end = (wireType: number, given: readonly number[]): number => {
    const reader = protobufReader(Buffer.from(given));
    skip(reader, 8 + wireType);
    return reader.at;
  };

  assert.equal(end(0, [0x80, 1, 0]), 2);
  assert.deepEqual([end(1, bytes(8)), end(1, bytes(9))], [8, 8]);
  assert.deepEqual([end(2, [2, 0, 0]), end(2, [1, 0, 0])], [3, 2]);
  assert.deepEqual([end(5, bytes(4)), end(5, bytes(5))], [4, 4]);
  const wrong = [
    [1, bytes(7)],
    [2, [2, 0]],
    [5, bytes(3)],
    [3, bytes(9)],
    [4, bytes(9)],
  ] as const;
  for (const [wireType, given] of wrong) assert.throws(() => end(wireType, given), MALFORMED);
});

test('what was refused is told in one line', () => {
  const refusal = (position: number) =>
    ({ position, code: 'UNKNOWN_INDEX', message: 'm' }) as const;

  assert.equal(summaryOf([]), '');
  assert.equal(summaryOf([refusal(4)]), 'One event was refused; the first, at position 4: m');
  assert.equal(
    summaryOf([refusal(4), refusal(9)]),
    '2 events were refused; the first, at position 4: m',
  );
});
