import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  exampleRule,
  failedMeasurement,
  measured,
  measuredGroup,
  threshold,
} from '../../../../test/support/alerts/example-rule.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import type { Measurement } from '../conditions/measurement.ts';
import { createCells } from './cells.ts';
import { createLateCells } from './late-cells.ts';
import { pastTicks, sampleTicks } from './past-ticks.ts';
import { recordTicks } from './record-ticks.ts';

const START = Date.UTC(2026, 0, 15, 12);
const MINUTE_MS = 60_000;

function group(holds: 'true' | 'safe', value: number | null, host?: string) {
  return measuredGroup(holds, host, { value });
}

/** One measurement a minute, from noon on. */
function recorded(measurements: readonly Measurement[], settings: Partial<AlertRuleSettings> = {}) {
  const record = recordTicks(exampleRule({ resolveAfter: 1, throttle: 0, ...settings }));
  for (const [i, each] of measurements.entries()) record.add(START + i * MINUTE_MS, each);
  return { ...record.result(), known: record.known() };
}

test('ticks are noted with their largest values, and what would have fired', () => {
  const result = recorded([
    measured([group('safe', 1)]),
    measured([group('true', 7)]),
    measured([group('true', 9)]),
    measured([group('safe', 2)]),
    failedMeasurement,
    measured([]),
  ]);

  assert.equal(result.ticks, 6);
  assert.deepEqual(result.series, [
    ['2026-01-15T12:00:00.000Z', 1],
    ['2026-01-15T12:01:00.000Z', 7],
    ['2026-01-15T12:02:00.000Z', 9],
    ['2026-01-15T12:03:00.000Z', 2],
    ['2026-01-15T12:04:00.000Z', null],
    ['2026-01-15T12:05:00.000Z', null],
  ]);
  assert.deepEqual(result.firings, [
    {
      group: null,
      from: '2026-01-15T12:01:00.000Z',
      to: '2026-01-15T12:03:00.000Z',
      peak: 9,
    },
  ]);
  assert.equal(result.messages, 2);
});

test('what still fires has no end, and each group is for itself', () => {
  const both = measured([group('true', 7, 'a'), group('true', 8, 'b')]);
  const result = recorded([both, measured([group('safe', 0, 'a'), group('true', 20, 'b')])]);

  assert.deepEqual(result.firings, [
    {
      group: { host: 'a' },
      from: '2026-01-15T12:00:00.000Z',
      to: '2026-01-15T12:01:00.000Z',
      peak: 7,
    },
    { group: { host: 'b' }, from: '2026-01-15T12:00:00.000Z', to: null, peak: 20 },
  ]);
  assert.deepEqual(result.series[0], ['2026-01-15T12:00:00.000Z', 8]);
  assert.equal(result.messages, 2);
  assert.equal(result.known.size, 2);
});

test('the peak is the lowest value where few events fire, and only while the condition holds', () => {
  const peak = (measurements: readonly Measurement[], op: '<' | '>') =>
    recorded(measurements, { condition: threshold({ op }), resolveAfter: 9 }).firings[0]?.peak;
  const fell = [
    measured([group('true', 3)]),
    measured([group('true', 1)]),
    measured([group('true', 2)]),
    measured([group('safe', 0)]),
    measured([group('true', null)]),
  ];

  assert.equal(peak(fell, '<'), 1);
  assert.equal(peak(fell, '>'), 3);
  assert.equal(peak([measured([group('true', null)]), measured([group('true', 4)])], '<'), 4);
});

test('ends are told where the rule says so', () => {
  const measurements = [measured([group('true', 7)]), measured([group('safe', 0)])];

  assert.equal(recorded(measurements, { onResolve: false }).messages, 1);
  assert.equal(recorded(measurements, { onResolve: true }).messages, 2);
});

test('what happens while a channel rests joins the next message', () => {
  const [on, off] = [measured([group('true', 7)]), measured([group('safe', 0)])];
  const messages = (throttle: number) =>
    recorded([on, off, on, off, on, off], { throttle, interval: 1 }).messages;

  assert.deepEqual([messages(0), messages(60)], [6, 6]);
  assert.deepEqual([messages(120), messages(180), messages(3_600)], [4, 3, 2]);
});

test('no more than a thousand firings are noted', () => {
  const many = (length: number) =>
    recorded([measured(Array.from({ length }, (_, i) => group('true', 7, `h${i}`)))], {
      maxGroups: 5_000,
    }).firings.length;

  assert.deepEqual([many(1_000), many(1_001)], [1_000, 1_000]);
});

test('cells are summed between two times of the grid', () => {
  const rows = [
    { storing: 4, count: 5, late: 1 },
    { storing: 0, count: 1, late: 0 },
    { storing: 2, count: 3, late: 2 },
  ];
  const cells = createCells(rows, 100, 10);

  assert.deepEqual(cells.between(100, 150), { count: 9, late: 3 });
  assert.deepEqual(cells.between(100, 120), { count: 1, late: 0 });
  assert.deepEqual(cells.between(110, 130), { count: 3, late: 2 });
  assert.deepEqual(cells.between(120, 140), { count: 3, late: 2 });
  assert.deepEqual(cells.between(130, 140), { count: 0, late: 0 });
  assert.deepEqual(createCells([], 0, 10).between(0, 10), { count: 0, late: 0 });
});

test('late cells tell what was known around the late events of a window', () => {
  const cell = { hash: 'a', count: 1, late: 0 };
  const cells = createLateCells([
    { ...cell, step: 10, storedAt: 100, count: 4, late: 3 },
    { ...cell, step: 10, storedAt: 20, count: 2 },
    { ...cell, step: 10, storedAt: 110, count: 7, late: 5 },
    { ...cell, step: 6, storedAt: 30 },
    { ...cell, step: 14, storedAt: 99, late: 1 },
    { ...cell, step: 5, storedAt: 30 },
    { ...cell, step: 15, storedAt: 30 },
    { ...cell, hash: 'b', step: 10, storedAt: 100, late: 1 },
  ]);
  const at = (from: number, to: number, hash = 'a') =>
    cells.at(hash, { from, to }, 2).toSorted((a, b) => a.step - b.step);

  assert.deepEqual(at(100, 110), [
    { step: 6, count: 1, fresh: 0 },
    { step: 10, count: 6, fresh: 3 },
    { step: 14, count: 1, fresh: 0 },
  ]);
  assert.deepEqual(at(100, 111)[1], { step: 10, count: 13, fresh: 8 });
  assert.deepEqual(at(101, 110), []);
  assert.deepEqual(at(100, 110, 'c'), []);
});

test('past ticks lie on the grid, the last one before the frontier', () => {
  const ticks = pastTicks(exampleRule({ interval: 1_200 }), 7, START, 1);
  const few = pastTicks(exampleRule({ interval: 7_200 }), 0, START, 1);

  assert.deepEqual(
    ticks.map((at) => new Date(at).toISOString().slice(11, 19)),
    ['11:00:07', '11:20:07', '11:40:07'],
  );
  assert.deepEqual(few, [START]);
});

test('a sample has ticks at equal distances, and the last one', () => {
  const ticks = [1, 2, 3, 4, 5, 6, 7];

  assert.deepEqual(sampleTicks(ticks, 7), ticks);
  assert.deepEqual(sampleTicks(ticks, 3), [3, 5, 7]);
  assert.deepEqual(sampleTicks(ticks, 1), [7]);
});
