import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnswerCache, type KeptAnswer } from './answer-cache.ts';

/** Of 100 bytes, with keys of one letter and as it was written of one: twice what stands in it. */
function answerOf(computedAt: number, bytes = 100): KeptAnswer {
  const empty = JSON.stringify([[], [{ a: '' }], []]).length;
  const a = 'x'.repeat(bytes / 2 - 2 - empty);
  const stats = { scannedRows: 0, scannedBytes: 0, elapsedMs: 0 };
  const rest = { columns: [], stats, truncated: false, limits_applied: [], warnings: [] };
  return { result: { ...rest, rows: [{ a }] }, computedAt };
}

const BOUNDS = { bytesMax: 400, entryBytesMax: 200, organizationBytesMax: 300 };

test('an answer is found by its key, and the last one by how it was written', () => {
  const cache = createAnswerCache(BOUNDS);
  cache.set('org', 'a', 'w', answerOf(1));
  cache.set('org', 'b', 'w', answerOf(2));

  assert.deepEqual([cache.get('a')?.computedAt, cache.get('b')?.computedAt], [1, 2]);
  assert.equal(cache.get('c'), undefined);
  assert.equal(cache.lastOf('w')?.computedAt, 2);
  assert.equal(cache.lastOf('v'), undefined);
  assert.deepEqual([cache.bytes(), cache.bytes('org'), cache.bytes('other')], [200, 200, 0]);
});

test('a key has one answer, and what is too large has none', () => {
  const cache = createAnswerCache(BOUNDS);
  cache.set('org', 'a', 'w', answerOf(1));
  cache.set('org', 'a', 'w', answerOf(2, 200));
  assert.deepEqual([cache.get('a')?.computedAt, cache.bytes()], [2, 200]);

  cache.set('org', 'a', 'w', answerOf(3, 202));
  assert.deepEqual(
    [cache.get('a'), cache.lastOf('w'), cache.bytes(), cache.bytes('org')],
    [undefined, undefined, 0, 0],
  );
});

test('an organization makes room among its own, those first that were not used for longest', () => {
  const cache = createAnswerCache(BOUNDS);
  cache.set('other', 'o', 'o', answerOf(0));
  for (const key of ['a', 'b', 'c']) cache.set('org', key, key, answerOf(1));
  assert.deepEqual([cache.bytes('org'), cache.bytes()], [300, 400]);

  cache.get('a');
  cache.lastOf('b');
  cache.set('org', 'd', 'd', answerOf(1));

  assert.deepEqual(
    ['o', 'a', 'b', 'c', 'd'].map((key) => cache.get(key) !== undefined),
    [false, true, true, false, true],
  );
  assert.deepEqual([cache.bytes('org'), cache.bytes('other'), cache.bytes()], [300, 0, 300]);
});

test('where all of it is full the oldest of anybody goes', () => {
  const cache = createAnswerCache({ ...BOUNDS, organizationBytesMax: 1_000 });
  for (const key of ['a', 'b', 'c', 'd']) cache.set(`org ${key}`, key, 'w', answerOf(1));
  assert.equal(cache.bytes(), 400);
  cache.set('org e', 'e', 'w', answerOf(5));

  assert.deepEqual([cache.get('a'), cache.bytes('org a'), cache.bytes()], [undefined, 0, 400]);
  assert.equal(cache.lastOf('w')?.computedAt, 5);
});
