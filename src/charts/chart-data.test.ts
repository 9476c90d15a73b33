import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChart, topItems } from './chart-data.ts';

const TEXT = { type: 'text' };
const NUMBER = { type: 'number' };

test('a table over time is drawn over time', () => {
  const chart = readChart(
    [
      { name: '_time', type: 'time' },
      { name: 'error', ...NUMBER },
    ],
    [
      { _time: '1970-01-01T00:00:10.000Z', error: 3 },
      { _time: '1970-01-01T00:00:20.000Z', error: null },
    ],
  );

  assert.deepEqual(chart, {
    x: [10, 20],
    labels: undefined,
    series: [{ name: 'error', values: [3, null] }],
  });
});

test('what rows are grouped by names them, also where it is a number', () => {
  const columns = [
    { name: 'status', ...TEXT },
    { name: 'count', ...NUMBER },
  ];
  const rows = [
    { status: '200', count: 7 },
    { status: '500', count: 2 },
  ];

  assert.deepEqual(readChart(columns, rows, ['status']), {
    x: [0, 1],
    labels: ['200', '500'],
    series: [{ name: 'count', values: [7, 2] }],
  });
});

test('other tables are drawn by what their rows are about', () => {
  const columns = [
    { name: 'service', ...TEXT },
    { name: 'host', ...TEXT },
    { name: 'count', ...NUMBER },
  ];
  const chart = readChart(columns, [{ service: 'a', host: 'b', count: 5 }]);

  assert.deepEqual(chart?.labels, ['a · b']);
  assert.deepEqual(chart?.series, [{ name: 'count', values: [5] }]);
  assert.equal(readChart(columns, []), undefined);
  assert.equal(readChart([{ name: 'service', ...TEXT }], [{ service: 'a' }]), undefined);
});

test('numbers in texts are numbers, and what is not finite is a gap', () => {
  const columns = [
    { name: '_time', type: 'time' },
    { name: 'a', ...NUMBER },
  ];
  const rows = ['1.5', Number.NaN, Infinity, null, ''].map((a) => ({ _time: '1970-01-01', a }));

  assert.deepEqual(readChart(columns, rows.slice(0, 1).concat(rows.slice(3)))?.series, [
    { name: 'a', values: [1.5, null, null] },
  ]);
  assert.equal(readChart(columns, rows.slice(1, 3)), undefined);
});

test('the largest stay, the others become one', () => {
  const items = [3, 1, 2, Number.NaN].map((value) => ({ label: `l${value}`, value }));

  assert.deepEqual(topItems(items, 1), [
    { label: 'l3', value: 3 },
    { label: 'Other', value: 3 },
  ]);
  assert.equal(topItems(items, 5).length, 3);
  assert.deepEqual(topItems([], 5), []);
});
