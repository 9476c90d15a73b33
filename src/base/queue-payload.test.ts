import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FOOTER_BYTES, openPayload, sealPayload } from './queue-payload.ts';

const FACTS = { sentBytes: 2 ** 40, acceptedAt: 1_794_700_000_123 };

test('what is sealed comes out again, also from the middle of a larger buffer', () => {
  const larger = new Uint8Array(100);
  const payload = larger.subarray(7, 10 + FOOTER_BYTES);
  payload.set([1, 2, 3]);

  sealPayload(payload, FACTS);

  assert.deepEqual(openPayload(payload), { block: new Uint8Array([1, 2, 3]), ...FACTS });
  assert.deepEqual(openPayload(payload.slice()), openPayload(payload));
  assert.ok(
    larger.subarray(10 + FOOTER_BYTES).every((byte) => byte === 0),
    'nothing behind it',
  );
});

test('an empty block is a block', () => {
  const payload = new Uint8Array(FOOTER_BYTES);

  sealPayload(payload, FACTS);

  assert.deepEqual(openPayload(payload), { block: new Uint8Array(0), ...FACTS });
});

test('what is too short was never sealed', () => {
  assert.throws(() => openPayload(new Uint8Array(15)), /not a payload/);
  assert.throws(() => sealPayload(new Uint8Array(15), FACTS), RangeError);
});
