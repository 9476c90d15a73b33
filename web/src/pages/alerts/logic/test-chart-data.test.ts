import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandsOf, chartOf, ticksMeeting } from './test-chart-data.ts';

const TIMES = ['2026-11-15T09:00:00.000Z', '2026-11-15T09:01:00.000Z', '2026-11-15T09:02:00.000Z'];
const TEST = {
  series: TIMES.map((at, place): [string, number | null] => [at, [12, null, 40][place] ?? null]),
  firings: [
    { group: null, from: TIMES[0] ?? '', to: TIMES[1] ?? '', peak: 12 },
    { group: null, from: TIMES[2] ?? '', to: null, peak: 40 },
  ],
};

test('ticks without a value are gaps', () => {
  const { x, series } = chartOf(TEST, 'count');

  assert.deepEqual(
    x,
    TIMES.map((at) => Date.parse(at) / 1_000),
  );
  assert.deepEqual(series, [{ name: 'count', values: [12, null, 40] }]);
});

test('what fires still lasts to the end', () => {
  const [first = 0, second = 0, third = 0] = TIMES.map((at) => Date.parse(at));

  assert.deepEqual(bandsOf(TEST), [
    { from: first, to: second },
    { from: third, to: third },
  ]);
  assert.deepEqual(bandsOf({ series: [], firings: TEST.firings.slice(1) }), []);
});

test('each comparison counts its ticks, and no gap', () => {
  const counts = (['>', '>=', '<', '<=', '=', '!='] as const).map((op) =>
    ticksMeeting(TEST, op, 12),
  );

  assert.deepEqual(counts, [1, 2, 0, 1, 1, 1]);
});
