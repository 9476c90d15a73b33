import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stackSeries } from './stack.ts';

const series = [
  { name: 'a', values: [1, null, 3] },
  { name: 'b', values: [1, 2, -1] },
];

test('each series stands on those before it, and what is negative hangs below zero', () => {
  assert.deepEqual(stackSeries(series, 'normal'), [
    { name: 'a', bottoms: [0, null, 0], tops: [1, null, 3] },
    { name: 'b', bottoms: [1, 0, 0], tops: [2, 2, -1] },
  ]);
});

test('shares of each time add up to a hundred', () => {
  const [first, second] = stackSeries(series.slice(0, 2), 'percent');

  assert.deepEqual(first?.tops, [50, null, 75]);
  assert.deepEqual(second?.tops, [100, 100, -25]);
  assert.deepEqual(stackSeries([{ name: 'a', values: [0] }], 'percent')[0]?.tops, [0]);
});

test('without piling up every series stands on the ground, and gaps stay gaps', () => {
  const [only] = stackSeries([{ name: 'a', values: [2, Number.NaN, null] }], 'none');

  assert.deepEqual(only, { name: 'a', bottoms: [0, null, null], tops: [2, null, null] });
  assert.deepEqual(stackSeries([], 'normal'), []);
});

test('series of other lengths are piled up to the longest, and zeros hang from above', () => {
  const long = [
    { name: 'a', values: [1] },
    { name: 'b', values: [2, 3] },
    { name: 'c', values: [0, -1] },
    { name: 'd', values: [-2, Infinity] },
  ];

  assert.deepEqual(stackSeries(long, 'normal'), [
    { name: 'a', bottoms: [0, null], tops: [1, null] },
    { name: 'b', bottoms: [1, 0], tops: [3, 3] },
    { name: 'c', bottoms: [3, 0], tops: [3, -1] },
    { name: 'd', bottoms: [0, null], tops: [-2, null] },
  ]);
});
