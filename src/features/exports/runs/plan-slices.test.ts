import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Count, planSlices } from './plan-slices.ts';

/** Stretches of ten milliseconds, one after the other, of so many rows. */
function stretches(...rows: number[]): Count[] {
  return rows.map((each, i) => ({ from: i * 10, to: i * 10 + 10, rows: each }));
}

for (const [name, rows, slices] of [
  ['nothing', [], []],
  ['stretches without rows', [0, 0], []],
  ['what fits exactly', [60, 40], [{ from: 0, to: 20, rows: 100 }]],
  [
    'one row too many',
    [60, 41],
    [
      { from: 0, to: 10, rows: 60 },
      { from: 10, to: 20, rows: 41 },
    ],
  ],
  ['what is larger by itself', [250], [{ from: 0, to: 10, rows: 250 }]],
  [
    'a large one between small ones',
    [10, 250, 10, 20],
    [
      { from: 0, to: 10, rows: 10 },
      { from: 10, to: 20, rows: 250 },
      { from: 20, to: 40, rows: 30 },
    ],
  ],
  ['an empty one between two', [0, 10, 0, 20, 0], [{ from: 10, to: 40, rows: 30 }]],
] as const) {
  test(`a window is cut: ${name}`, () => {
    assert.deepEqual(planSlices(stretches(...rows), 100), slices);
  });
}
