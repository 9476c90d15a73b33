import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openMemoryCounters } from './open-memory-counters.ts';
import { countHit, createWindow } from './rolling-window.ts';
import { createWindowTable, windowFor } from './window-table.ts';

const limits = { ...LIMITS.counters, keysMax: 100, sharedWindowsMax: 8 };
const MINUTE = 60_000;

test('a flood of keys keeps the table within its bound, and an idle table empties', () => {
  const table = createWindowTable(MINUTE);
  for (let key = 0; key < 10_000; key += 1) {
    countHit(windowFor(table, limits, `ip:${key}`, 0), hitAt(0));
    assert.ok(table.own.size <= limits.keysMax);
    assert.ok(table.shared.size <= limits.sharedWindowsMax);
  }
  assert.equal(table.own.size, limits.keysMax);

  for (let step = 0; step < 2 * limits.keysMax; step += 1) {
    countHit(windowFor(table, limits, 'one', MINUTE), hitAt(MINUTE));
  }
  assert.deepEqual([...table.own.keys()], ['one']);
});

test('a new key gets a window of its own as long as idle ones stand between those in use', () => {
  const table = createWindowTable(MINUTE);
  const use = (key: string, now: number) =>
    countHit(windowFor(table, limits, key, now), hitAt(now));
  for (let key = 0; key < limits.keysMax; key += 1) use(`k${key}`, 0);
  for (let key = 0; key < limits.keysMax; key += 2) use(`k${key}`, MINUTE / 2);

  for (let key = 0; key < limits.keysMax / 4; key += 1) {
    use(`new${key}`, MINUTE);
    assert.ok(table.own.has(`new${key}`), `new${key} shares a window`);
  }
});

test('in a flood no key gets more than its limit, even when it gets a window of its own later', () => {
  const clock = fakeClock();
  const counters = openMemoryCounters({ clock, limits });
  const passed = new Map<string, number>();
  const hit = (key: string) => {
    const { isAllowed } = counters.hit(key, 3, MINUTE);
    passed.set(key, (passed.get(key) ?? 0) + (isAllowed ? 1 : 0));
  };

  for (let key = 0; key < limits.keysMax; key += 1) hit(`early:${key}`);
  clock.advance(MINUTE - 1);
  for (let key = 0; key < 50; key += 1) hit(`late:${key}`);
  // The early windows are idle now, so there is room again while the late keys have hits elsewhere.
  clock.advance(1);
  for (let round = 0; round < 5; round += 1) {
    for (let key = 0; key < 50; key += 1) hit(`late:${key}`);
  }

  assert.ok(Math.max(...passed.values()) <= 3);
});

test('a key that was there before a flood keeps its exact window', async () => {
  const clock = fakeClock();
  const counters = openMemoryCounters({ clock, limits });
  counters.hit('org', 1_000, MINUTE);
  for (let key = 0; key < 5_000; key += 1) counters.hit(`ip:${key}`, 5, MINUTE);

  assert.equal(counters.peek('org', 1_000, MINUTE).remaining, 999);
  assert.equal((await counters.health()).state, 'degraded');
  clock.advance(MINUTE);
  assert.equal((await counters.health()).state, 'up');
});

test('slots of idle keys make room for others', () => {
  const clock = fakeClock();
  const counters = openMemoryCounters({ clock, limits });
  for (let key = 0; key < limits.keysMax; key += 1) counters.acquire(`k${key}`, 1, 1_000);

  assert.equal(counters.acquire('more', 1, 1_000), undefined);
  clock.advance(1_000);
  assert.notEqual(counters.acquire('more', 1, 1_000), undefined);
});

test('a window at the highest rate stays bounded, and shrinks again', () => {
  const window = createWindow();
  const limit = 10_000;
  for (let now = 0; now < 3 * MINUTE; now += 1) countHit(window, { ...hitAt(now), limit });

  assert.equal(window.total, limit);
  assert.ok(window.runs <= limit);
  assert.ok(window.ring.length <= 2 * 16_384);

  const later = countHit(window, { ...hitAt(5 * MINUTE), limit });
  assert.equal(later.remaining, limit - 1);
  for (let now = 0; now < 20; now += 1) countHit(window, { ...hitAt(6 * MINUTE + now), limit });
  assert.ok(window.ring.length <= 64);
});

function hitAt(now: number) {
  return { now, limit: 5, windowMs: MINUTE, cost: 1 };
}
