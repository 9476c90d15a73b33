import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logRecord } from '../../../../test/support/log-records.ts';
import { idsAt, placesOf } from './event-places.ts';
import { emptyBatch, makeBatch } from './make-batch.ts';
import { isSmall } from './open-event-reader.ts';
import { tooLong } from './open-thread-reader.ts';
import { timesOf } from './times-of.ts';

const [a, b, c, d] = [1, 2, 3, 4].map((timestamp) => logRecord({ timestamp }));
assert(a && b && c && d);

test('each event knows its place among those that are left', () => {
  assert.equal(placesOf([a, b], [a, b]), undefined);
  assert.deepEqual([...(placesOf([a, b, c, d], [b, d]) ?? [])], [-1, 0, -1, 1]);
  assert.deepEqual([...(placesOf([a, b], []) ?? [])], [-1, -1]);
});

test('an event that was dropped has no id, nor has one that never was', () => {
  const idOf = (place: number): string => `id${place}`;
  const idAt = idsAt(new Int32Array([-1, 0, -1, 1]), idOf);

  assert.deepEqual(
    [0, 1, 2, 3, 4].map((position) => idAt(position)),
    ['', 'id0', '', 'id1', ''],
  );
  assert.equal(idsAt(undefined, idOf), idOf);
});

test('a batch has the first row of its rows, an empty one none', () => {
  const facts = { accepted: 3, sentBytes: 41, from: 5, to: 9 };
  const payload = new Uint8Array(4);
  const encoded = { payload, idOf: (place: number) => `00000000000${place}0001` };

  const { idOf, ...known } = makeBatch({ ...facts, places: new Int32Array([-1, 0]) }, 2, encoded);
  assert.deepEqual(known, { ...facts, queued: 2, firstRow: 1n, payload });
  assert.deepEqual([idOf(0), idOf(1)], ['', '0000000000000001']);

  const { payload: empty, idOf: noId, ...nothing } = emptyBatch(3, 41);
  assert.deepEqual(nothing, {
    accepted: 3,
    sentBytes: 41,
    queued: 0,
    firstRow: 0n,
    from: 0,
    to: 0,
  });
  assert.deepEqual([noId(0), [...empty].every((byte) => byte === 0)], ['', true]);
});

test('times are those of the oldest and the newest, in whatever order', () => {
  assert.deepEqual(timesOf([c, a, d, b]), { from: 1, to: 4 });
  assert.deepEqual(timesOf([b]), { from: 2, to: 2 });
});

test('a body is small up to 32 KiB', () => {
  assert.equal(isSmall(new Uint8Array(32 * 1024)), true);
  assert.equal(isSmall(new Uint8Array(32 * 1024 + 1)), false);
});

test('whoever is read for too long is told to send again soon', () => {
  const { code, facts } = tooLong();

  assert.deepEqual([code, facts], ['QUEUE_UNAVAILABLE', { retryAfterSeconds: 1 }]);
});
