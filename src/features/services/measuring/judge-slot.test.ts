import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KpiSettings } from '../../../contract/kpi-settings.ts';
import { isBadSlot, judgeSlot, NOT_MEASURED, passedLimit } from './judge-slot.ts';

const SETTINGS = {
  measure: { kind: 'ratio', bad: 'level=error' },
  better: 'lower',
  warning: 1,
  critical: 2,
  minimumEvents: 20,
  emptyMeans: 'no_data',
} as const satisfies Partial<KpiSettings>;

test('a value is judged by its limits, and reaching one is within it', () => {
  const states = [0, 1, 1.1, 2, 2.1].map(
    (value) => judgeSlot(SETTINGS, { value, good: 90, total: 100 }).state,
  );

  assert.deepEqual(states, ['ok', 'ok', 'warning', 'warning', 'critical']);
});

test('what is empty is no data, unless it counts as zero', () => {
  const asZero = { ...SETTINGS, better: 'higher', emptyMeans: 'zero' } as const;
  const [empty, uncounted] = [
    { value: null, good: 0, total: 0 },
    { value: null, good: null, total: null },
  ];

  assert.deepEqual(judgeSlot(SETTINGS, empty), { ...empty, state: 'no_data' });
  assert.deepEqual(judgeSlot(SETTINGS, { ...empty, value: 5 }), { ...empty, state: 'no_data' });
  assert.deepEqual(judgeSlot(SETTINGS, uncounted), { ...uncounted, state: 'no_data' });
  assert.deepEqual(judgeSlot(asZero, empty), { state: 'critical', value: 0, good: 0, total: 0 });
  assert.deepEqual(judgeSlot(asZero, uncounted), {
    state: 'critical',
    value: 0,
    good: 0,
    total: 0,
  });
  const none = { ...SETTINGS, emptyMeans: 'zero', warning: 0 } as const;
  assert.equal(judgeSlot(none, empty).state, 'ok');
});

test('too few events say nothing, and a value that nobody counted events of is taken as it is', () => {
  const states = [
    { value: 5, good: 1, total: 19 },
    { value: 5, good: 1, total: 20 },
    { value: 5, good: null, total: null },
    { value: 0, good: null, total: null },
    { value: null, good: null, total: 30 },
  ].map((facts) => judgeSlot(SETTINGS, facts).state);

  assert.deepEqual(states, ['too_few', 'critical', 'critical', 'ok', 'no_data']);
});

test('the end of a limit that was passed is told', () => {
  const passed = [
    passedLimit('lower', 5, 5),
    passedLimit('lower', 5, 6),
    passedLimit('higher', 5, 5),
    passedLimit('higher', 5, 4),
    passedLimit('range', [2, 4], 1),
    passedLimit('range', [2, 4], 2),
    passedLimit('range', [2, 4], 4),
    passedLimit('range', [2, 4], 5),
    passedLimit('range', [], 5),
    passedLimit('lower', null, 5),
  ];

  assert.deepEqual(passed, [null, 5, null, 5, 2, null, null, 4, null, null]);
});

test('a slot is bad beyond its critical limit, or beyond the only one it has', () => {
  assert.equal(isBadSlot({ critical: 2 }, 'critical'), true);
  assert.equal(isBadSlot({ critical: 2 }, 'warning'), false);
  assert.equal(isBadSlot({ critical: null }, 'warning'), true);
  assert.equal(isBadSlot({ critical: null }, 'ok'), false);
  assert.deepEqual(NOT_MEASURED, { state: 'not_measured', value: null, good: null, total: null });
});
