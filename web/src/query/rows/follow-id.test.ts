import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../../../src/spec/units.ts';
import { fitRange, instantOf, lookedThrough } from './follow-id.ts';

test('an id is looked for a day around its event, and in all of the range shown', () => {
  const at = 100 * DAY_MS;

  assert.deepEqual(lookedThrough(at, undefined), { from: at - DAY_MS, to: at + DAY_MS });
  assert.deepEqual(lookedThrough(at, { from: at - 60_000, to: at + 9 * DAY_MS }), {
    from: at - DAY_MS,
    to: at + 9 * DAY_MS,
  });
});

test('the range fits the first and the last event, with room at both ends', () => {
  assert.deepEqual(fitRange({ from: 50_000, to: 50_000 }), { from: 49_000, to: 51_000 });
  assert.deepEqual(fitRange({ from: 0, to: 1_000_000 }), { from: -20_000, to: 1_020_000 });
});

test('times of statistics are read as seconds or as written', () => {
  assert.equal(instantOf(1_793_000_000.5), 1_793_000_000_500);
  assert.equal(instantOf('2026-01-31T10:00:00.000Z'), Date.parse('2026-01-31T10:00:00.000Z'));
  assert.equal(instantOf(null), undefined);
  assert.equal(instantOf('soon'), undefined);
});
