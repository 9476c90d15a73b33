import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboveZero, paintOrder, pointAt, seriesAt, stepOf } from './time-chart-shape.ts';

const SERIES = [
  { name: 'low', values: [1, 2, null] },
  { name: 'high', values: [3, 4, 5] },
];

test('piles are painted from the top, and each remembers its place', () => {
  const painted = paintOrder(SERIES, 'normal');

  assert.deepEqual(
    painted.map(({ name, place, tops }) => [name, place, tops]),
    [
      ['high', 1, [4, 6, 5]],
      ['low', 0, [1, 2, null]],
    ],
  );
  assert.deepEqual(
    paintOrder(SERIES, 'none').map(({ name }) => name),
    ['low', 'high'],
  );
});

test('the series under the pointer is the part of the pile, or the nearest line', () => {
  const piled = paintOrder(SERIES, 'normal');
  const lines = paintOrder(SERIES, 'none');

  assert.equal(seriesAt(piled, 0, 0.9, 'normal')?.name, 'low');
  assert.equal(seriesAt(piled, 0, 1.2, 'normal')?.name, 'high');
  assert.equal(seriesAt(lines, 0, 1.2, 'none')?.name, 'low');
  assert.equal(seriesAt(lines, 2, 0, 'none')?.name, 'high');
  assert.equal(seriesAt([], 0, 1, 'none'), undefined);
});

test('a time belongs to the bar that has begun, and to the nearest point of a line', () => {
  const x = [10, 20, 30];

  assert.equal(pointAt(x, 19, 'bars'), 0);
  assert.equal(pointAt(x, 19, 'line'), 1);
  assert.equal(pointAt(x, 99, 'line'), 2);
  assert.equal(pointAt(x, 1, 'bars'), 0);
});

test('a bucket is as long as the shortest distance, and a lonely point gets a minute', () => {
  assert.equal(stepOf([0, 30, 40]), 10);
  assert.equal(stepOf([5]), 60);
});

test('what a logarithm cannot show is a gap', () => {
  assert.deepEqual(aboveZero([{ name: 'a', values: [0, -1, 2, null] }])[0]?.values, [
    null,
    null,
    2,
    null,
  ]);
});
