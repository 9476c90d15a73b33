import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberOf, readChart, textOf, topItems } from './chart-data.ts';

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

test('any value of a cell has a number or none, and a text', () => {
  const values = [
    1.5,
    Number.NaN,
    ' 2 ',
    ' ',
    'x',
    '1e999',
    true,
    null,
    undefined,
    [1, 'a'],
    { a: 1 },
  ];

  assert.deepEqual(values.map(numberOf), [
    1.5,
    null,
    2,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
  assert.deepEqual(values.slice(4).map(textOf), ['x', '1e999', 'true', '', '', '1, a', '{"a":1}']);
});

test('only a column of times by the name of time is time, and texts are no series', () => {
  const count = { name: 'count', ...NUMBER };
  const rows = [
    { _time: '5', at: '1970-01-01T00:00:10Z', count: 1, mixed: 1 },
    { _time: '6', count: 2, mixed: 'x' },
  ];

  assert.deepEqual(readChart([{ name: '_time', ...TEXT }, count], rows), {
    x: [0, 1],
    labels: ['5', '6'],
    series: [{ name: 'count', values: [1, 2] }],
  });
  assert.deepEqual(readChart([{ name: 'at', type: 'time' }, count], rows)?.labels, [
    '1970-01-01T00:00:10Z',
    '',
  ]);
  assert.deepEqual(
    readChart([{ name: 'mixed', ...NUMBER }, { name: 'none', ...NUMBER }, count], rows)?.series.map(
      ({ name }) => name,
    ),
    ['count'],
  );
});

test('the first twenty series and fifty groups are drawn', () => {
  const columns = Array.from({ length: 21 }, (_, at) => ({ name: `c${at}`, ...NUMBER }));
  const row = Object.fromEntries(columns.map(({ name }) => [name, 1]));
  const chart = readChart(
    columns,
    Array.from({ length: 51 }, () => row),
  );

  assert.deepEqual(
    [chart?.series.length, chart?.x.length, chart?.labels?.length, chart?.series[0]?.values.length],
    [20, 50, 50, 50],
  );
});

test('as many as are wanted are all shown, equal ones by their names', () => {
  const items = ['b', 'c', 'a'].map((label) => ({ label, value: 1 }));

  assert.deepEqual(
    topItems(items, 3).map(({ label }) => label),
    ['a', 'b', 'c'],
  );
  assert.deepEqual(
    topItems([...items, { label: 'z', value: 2 }], 2).map(
      ({ label, value }) => `${label} ${value}`,
    ),
    ['z 2', 'a 1', 'Other 2'],
  );
});
