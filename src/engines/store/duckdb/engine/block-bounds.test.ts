import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logRecord } from '../../../../../test/support/log-records.ts';
import { encodedBatch } from '../../../../../test/support/store/open-day-files.ts';
import { DAY_MS } from '../../../../spec/units.ts';
import { boundsOf, widenBy } from './block-bounds.ts';
import { readBlocks } from './block-reader.ts';
import { type Bounds, noRows } from './day-file.ts';

const EVENTS = [
  { timestamp: 5_000, receivedAt: 7_000, retentionDays: 3 },
  { timestamp: 1_000, receivedAt: 9_000, retentionDays: 9 },
  { timestamp: 8_000, receivedAt: 6_000, retentionDays: 2 },
  { timestamp: 2_000, receivedAt: 8_000, retentionDays: 4 },
];

function boundsOfBatch(events: typeof EVENTS): Bounds {
  const bounds = noRows();
  const { bytes } = encodedBatch(events.map((event) => logRecord(event)));
  for (const block of readBlocks(bytes)) widenBy(bounds, boundsOf(bytes, block));
  return bounds;
}

test('bounds are as wide as the rows of a block', () => {
  const bounds = boundsOfBatch(EVENTS);

  assert.equal(bounds.rows, 4);
  assert.deepEqual([bounds.from, bounds.to], [1_000, 8_000]);
  assert.deepEqual([bounds.receivedFrom, bounds.receivedTo], [6_000, 9_000]);
  assert.equal(bounds.expiresFrom, 1_000 + 2 * DAY_MS, 'none goes before');
  assert.ok(bounds.rowIdFrom < bounds.rowIdTo);
});

test('bounds of several batches are as wide as all of them, in whatever order', () => {
  const first = boundsOfBatch(EVENTS.slice(0, 2));
  const second = boundsOfBatch(EVENTS.slice(2));
  Object.assign(first, { storedFrom: 11, storedTo: 12 });
  Object.assign(second, { storedFrom: 10, storedTo: 13 });

  for (const all of [
    [first, second],
    [second, first],
  ]) {
    const bounds = noRows();
    for (const each of all) widenBy(bounds, each);

    assert.deepEqual(bounds, {
      ...noRows(),
      rows: 4,
      from: 1_000,
      to: 8_000,
      receivedFrom: 6_000,
      receivedTo: 9_000,
      storedFrom: 10,
      storedTo: 13,
      rowIdFrom: first.rowIdFrom,
      rowIdTo: second.rowIdTo,
      expiresFrom: Math.min(1_000 + 3 * DAY_MS, 2_000 + 2 * DAY_MS),
    });
  }
});
