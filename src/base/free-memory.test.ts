import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeMemory } from './free-memory.ts';

test('bytes that have their memory for themselves are empty afterwards', () => {
  const bytes = new Uint8Array(1_000);
  const { buffer } = bytes;

  freeMemory(bytes);
  freeMemory(bytes);

  assert.equal(bytes.length, 0);
  assert.equal(buffer.detached, true);
});

test('bytes that share their memory with others stay', () => {
  const whole = new Uint8Array([1, 2, 3]);

  freeMemory(whole.subarray(1));
  freeMemory(new Uint8Array(new SharedArrayBuffer(3)));

  assert.deepEqual(whole, new Uint8Array([1, 2, 3]));
});
