import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FOOTER_BYTES,
  openPayload,
  sealInPlace,
  sealPayload,
  stampPayload,
} from './queue-payload.ts';

test('what is sealed comes out again, also from the middle of a larger buffer', () => {
  const payload = {
    block: new Uint8Array([1, 2, 3]),
    sentBytes: 2 ** 40,
    acceptedAt: 1_794_700_000_123,
  };
  const sealed = sealPayload(payload);
  const larger = new Uint8Array(100);
  larger.set(sealed, 7);

  assert.deepEqual(openPayload(sealed), payload);
  assert.deepEqual(openPayload(larger.subarray(7, 7 + sealed.length)), payload);
});

test('an empty block is a block', () => {
  const payload = { block: new Uint8Array(0), sentBytes: 0, acceptedAt: 0 };

  assert.deepEqual(openPayload(sealPayload(payload)), payload);
});

test('what is too short was never sealed', () => {
  assert.throws(() => openPayload(new Uint8Array(15)), /not a payload/);
});

test('the time can be written later', () => {
  const payload = { block: new Uint8Array([1, 2, 3]), sentBytes: 77, acceptedAt: 0 };
  const sealed = stampPayload(sealPayload(payload), 1_794_700_000_123);

  assert.deepEqual(openPayload(sealed), { ...payload, acceptedAt: 1_794_700_000_123 });
});

test('a block with room behind it is sealed where it is', () => {
  const memory = new Uint8Array(3 + FOOTER_BYTES);
  memory.set([1, 2, 3]);
  const payload = { block: memory.subarray(0, 3), sentBytes: 77, acceptedAt: 5 };

  const sealed = sealInPlace(payload);

  assert.equal(sealed.buffer, memory.buffer);
  assert.deepEqual(openPayload(sealed), payload);
  assert.throws(() => sealInPlace({ ...payload, block: memory.subarray(0, 4) }), RangeError);
});
