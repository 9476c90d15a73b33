import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCells } from './heat-cells.ts';

const COLUMNS = [
  { name: '_time', type: 'time' },
  { name: 'latency', type: 'text' },
  { name: 'count', type: 'number' },
];
const at = (seconds: number): string => new Date(seconds * 1_000).toISOString();

test('rows become cells: times in order, buckets by their number, equal pairs summed up', () => {
  const rows = [
    { _time: at(20), latency: '100-200', count: 2 },
    { _time: at(10), latency: '20-100', count: 1 },
    { _time: at(10), latency: '20-100', count: 4 },
    { _time: 'never', latency: '20-100', count: 1 },
    { _time: at(10), latency: '100-200', count: 'many' },
  ];

  assert.deepEqual(readCells(COLUMNS, rows), {
    x: [10, 20],
    buckets: ['20-100', '100-200'],
    cells: [
      [5, null],
      [null, 2],
    ],
  });
});

test('without a bucket or a number there are no cells', () => {
  assert.deepEqual(readCells(COLUMNS.slice(0, 1), [{ _time: at(1) }]).cells, []);
});

test('buckets with the same number, or none, are in order of their names', () => {
  const rows = ['b', '5-a', '5-9', 'a', '-1'].map((latency) => ({
    _time: at(0),
    latency,
    count: 1,
  }));

  assert.deepEqual(readCells(COLUMNS, rows).buckets, ['-1', '5-9', '5-a', 'a', 'b']);
  assert.deepEqual(readCells(COLUMNS.slice(0, 2), rows), { x: [], buckets: [], cells: [] });
  assert.deepEqual(readCells(COLUMNS.slice(1), rows.slice(0, 1)).cells, [[1]]);
});
