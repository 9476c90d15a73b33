import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastTick, planTicks } from './run-batch.ts';

const GRID = { interval_s: 60, phase_s: 7 };

test('ticks lie on the grid of their batch', () => {
  assert.equal(lastTick(GRID, 67_000), 67_000);
  assert.equal(lastTick(GRID, 126_999), 67_000);
  assert.equal(lastTick(GRID, 127_000), 127_000);
  assert.equal(lastTick(GRID, 6_999), -53_000);
});

function planned(tickedAt: number, frontier: number): readonly [readonly number[], number] {
  const { ticks, skipped } = planTicks({ ...GRID, ticked_at: tickedAt }, frontier);
  return [ticks, skipped];
}

test('what the frontier has passed is planned, oldest first', () => {
  assert.deepEqual(planned(67_000, 126_999), [[], 0]);
  assert.deepEqual(planned(67_000, 127_000), [[127_000], 0]);
  assert.deepEqual(planned(67_000, 250_000), [[127_000, 187_000, 247_000], 0]);
  assert.deepEqual(planned(247_000, 127_000), [[], 0]);
});

test('of very many ticks the newest are made up for', () => {
  const [all, none] = planned(7_000, 7_000 + 60 * 60_000);
  const [newest, two] = planned(7_000, 7_000 + 62 * 60_000);

  assert.deepEqual([all.length, all[0], all.at(-1), none], [60, 67_000, 3_607_000, 0]);
  assert.deepEqual([newest.length, newest[0], newest.at(-1), two], [60, 187_000, 3_727_000, 2]);
});
