import assert from 'node:assert/strict';
import { test } from 'node:test';
import { historyPoints, limitLines, pointCounts, previewPoints } from './kpi-points.ts';

const FROM = '2026-11-15T08:00:00.000Z';

test('what was measured is a point, and what was not is a gap that says which of the three it is', () => {
  const slot = { from: FROM, value: 4, good: null, total: 3 };
  const points = previewPoints({
    slots: [
      { ...slot, state: 'ok' },
      { ...slot, state: 'too_few' },
      { ...slot, state: 'no_data', value: null, total: 0 },
      { ...slot, state: 'not_measured', value: null, total: null },
    ],
  });

  assert.deepEqual(
    points.map(({ value, look, word }) => [value, look, word]),
    [
      [4, 'ok', 'ok'],
      [null, 'unknown', 'too few events'],
      [null, 'unknown', 'no events'],
      [null, 'unknown', 'not measured'],
    ],
  );
});

test('a cell that was corrected says so', () => {
  const cell = { from: FROM, state: 'ok', value: 1, average: 1, good: 1, total: 1 } as const;
  const [plain, corrected] = historyPoints({
    cells: [
      { ...cell, slots: 3, revised: 0 },
      { ...cell, slots: 3, revised: 2 },
    ],
  });

  assert.equal(plain?.note, undefined);
  assert.equal(corrected?.note, '2 intervals corrected after late events');
});

test('limits are lines with words that fit what is better; a pair has two', () => {
  const lines = limitLines({ better: 'higher', unit: '/s', warning: 1, critical: 0.2 });
  assert.deepEqual(
    lines.map(({ words }) => words),
    ['warning below 1/s', 'critical below 0.2/s'],
  );
  const pair = limitLines({ better: 'range', unit: '', warning: [10, 20], critical: null });
  assert.deepEqual(
    pair.map(({ value, words }) => [value, words]),
    [
      [10, 'warning outside 10 to 20'],
      [20, ''],
    ],
  );
});

test('points are counted by what they are called, the worst first', () => {
  const words = [
    'ok',
    'too few events',
    'critical',
    'ok',
    'before the first interval',
    'no events',
  ];
  assert.equal(
    pointCounts(words.map((word) => ({ word }))),
    '1 critical, 2 ok, 1 no events, 1 too few events, 1 before the first interval',
  );
});

test('before the first slot nobody failed to measure, and the slot under way is not over', () => {
  const cell = { from: FROM, value: null, average: null, good: null, total: null, revised: 0 };
  const states = ['not_measured', 'ok', 'not_measured', 'not_measured'] as const;
  const words = (list: readonly (typeof states)[number][]) =>
    historyPoints({ cells: list.map((state) => ({ ...cell, state, slots: 0 })) }).map(
      ({ word }) => word,
    );

  assert.deepEqual(words(states), [
    'before the first interval',
    'ok',
    'not measured',
    'in progress',
  ]);
  assert.deepEqual(words(['not_measured']), ['before the first interval']);
});
