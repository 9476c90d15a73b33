import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { freshMsOf, roundDown, stepOf } from './moment.ts';

test('the longer the range, the coarser its moment', () => {
  const steps: [lengthMs: number, seconds: number][] = [
    [0, 5],
    [15 * MINUTE_MS, 5],
    [15 * MINUTE_MS + 1, 10],
    [HOUR_MS, 10],
    [HOUR_MS + 1, 30],
    [6 * HOUR_MS, 30],
    [6 * HOUR_MS + 1, 60],
    [25 * HOUR_MS, 60],
    [25 * HOUR_MS + 1, 300],
    [7 * DAY_MS + HOUR_MS, 300],
    [7 * DAY_MS + HOUR_MS + 1, 900],
    [400 * DAY_MS, 900],
  ];
  for (const [length, seconds] of steps) {
    assert.equal(stepOf({ from: 1_000, to: 1_000 + length }), seconds * 1_000, String(length));
  }
});

test('a moment is rounded down, and an answer is good until the next one', () => {
  assert.deepEqual([roundDown(14_999, 5_000), roundDown(15_000, 5_000)], [10_000, 15_000]);
  assert.equal(freshMsOf({ from: 0, to: 99 }, 100, 5_000), 10 * MINUTE_MS);
  assert.equal(freshMsOf({ from: 0, to: 100 }, 100, 5_000), 5_000);
  assert.equal(freshMsOf({ from: 0, to: 101 }, 100, 5_000), 5_000);
});
