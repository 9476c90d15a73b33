import assert from 'node:assert/strict';
import { test } from 'node:test';
import { courseOf, distancesOf, spanText } from './distances.ts';
import { toEvent } from './log-event.ts';

const START = Date.parse('2026-01-31T10:00:00.000Z');

function eventsAt(...offsets: readonly number[]) {
  return offsets.map((ms, at) =>
    toEvent({ _id: `e${at}`, _time: new Date(START + ms).toISOString() }),
  );
}

test('each event is as far from the one before it in time, however the rows are sorted', () => {
  const events = eventsAt(0, 12, 40);

  for (const rows of [events, events.toReversed()]) {
    const distances = distancesOf(rows);
    assert.equal(distances.get('e0'), undefined);
    assert.deepEqual(distances.get('e1'), { ms: 12, isGap: false });
    assert.deepEqual(distances.get('e2'), { ms: 28, isGap: false });
  }
});

test('a gap is at least a second and ten times what is usual', () => {
  const short = distancesOf(eventsAt(0, 10, 20, 30, 1_029, 2_029));
  const steady = distancesOf(eventsAt(0, 60_000, 120_000, 719_999, 1_319_999));

  assert.deepEqual(
    [...short.values()].map(({ isGap }) => isGap),
    [false, false, false, false, true],
  );
  assert.deepEqual(
    [...steady.values()].map(({ isGap }) => isGap),
    [false, false, false, true],
  );
});

test('the course of events tells how long they took, and where the longest gap ends', () => {
  const events = eventsAt(0, 10, 20, 30, 5_030, 5_040, 9_040);

  assert.deepEqual(courseOf(events, distancesOf(events)), {
    spanMs: 9_040,
    gaps: 2,
    longest: { id: 'e4', ms: 5_000 },
  });
  assert.deepEqual(courseOf([], distancesOf([])), { spanMs: 0, gaps: 0, longest: undefined });
});

test('spans are written in the two largest units', () => {
  const texts = [0, 999, 1_000, 1_249, 59_999, 60_000, 200_000, 3_600_000, 7_500_000, 187_200_000];

  assert.deepEqual(texts.map(spanText), [
    '0 ms',
    '999 ms',
    '1 s',
    '1.24 s',
    '59.99 s',
    '1 m',
    '3 m 20 s',
    '1 h',
    '2 h 5 m',
    '2 d 4 h',
  ]);
});
