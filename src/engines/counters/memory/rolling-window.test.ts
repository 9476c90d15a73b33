import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import { countHit, createWindow, isIdle, peekHit } from './rolling-window.ts';
import { freeSlot, type SlotTable, takeSlot } from './slot-table.ts';
import { createWindowTable, findWindow, isCrowded, windowFor } from './window-table.ts';

const hit = (now: number, cost = 1, limit = 3) => ({ now, limit, windowMs: 100, cost });

test('a window takes so many hits, and says when there is room again', () => {
  const window = createWindow();

  assert.deepEqual(countHit(window, hit(1_000)), {
    isAllowed: true,
    remaining: 2,
    resetAt: 1_100,
    retryAfterMs: 0,
  });
  countHit(window, hit(1_010));
  assert.deepEqual(countHit(window, hit(1_020)), {
    isAllowed: true,
    remaining: 0,
    resetAt: 1_120,
    retryAfterMs: 80,
  });
  const refused = { isAllowed: false, remaining: 0, resetAt: 1_120, retryAfterMs: 70 };
  assert.deepEqual(peekHit(window, hit(1_030)), refused);
  assert.deepEqual(countHit(window, hit(1_030)), refused);
  assert.equal(countHit(window, hit(1_030, 2)).retryAfterMs, 80);
  assert.equal(countHit(window, hit(1_030, 4)).retryAfterMs, 100);
  assert.equal(peekHit(window, hit(1_099)).isAllowed, false);
  assert.equal(peekHit(window, hit(1_100)).isAllowed, true);
  assert.equal(window.total, 3);
  assert.deepEqual(countHit(window, hit(1_100)), {
    isAllowed: true,
    remaining: 0,
    resetAt: 1_200,
    retryAfterMs: 10,
  });
});

test('hits of one millisecond are one run', () => {
  const window = createWindow();
  for (let i = 0; i < 3; i += 1) countHit(window, hit(1_000, 1, 10));

  assert.deepEqual([window.runs, window.total, window.ring.length], [1, 3, 8]);
});

test('when the clock is set back time goes on from the newest hit, until nothing is left', () => {
  const window = createWindow();
  countHit(window, hit(1_000));

  assert.deepEqual(countHit(window, hit(900)), {
    isAllowed: true,
    remaining: 1,
    resetAt: 1_000,
    retryAfterMs: 0,
  });
  assert.equal(window.offset, 100);
  assert.equal(peekHit(window, hit(999, 3)).isAllowed, false);
  assert.equal(peekHit(window, hit(1_000, 3)).isAllowed, true);
  countHit(window, hit(1_000));
  assert.deepEqual([window.offset, window.total], [0, 1]);
});

test('a window is idle once its newest hit has left it', () => {
  const window = createWindow();
  assert.equal(isIdle(window, 0, 100), true);
  countHit(window, hit(1_000));

  assert.equal(isIdle(window, 1_099, 100), false);
  assert.equal(isIdle(window, 1_100, 100), true);
});

test('the ring grows with the runs, and shrinks when few are left', () => {
  const window = createWindow();
  const sizes: number[] = [];
  for (let i = 0; i < 33; i += 1) {
    countHit(window, hit(1_000 + i, 1, 1_000));
    sizes.push(window.ring.length / 2);
  }
  assert.deepEqual([sizes[3], sizes[4], sizes[7], sizes[8], sizes[32]], [4, 8, 8, 16, 64]);
  countHit(window, hit(1_124, 1, 1_000));
  assert.deepEqual([window.runs, window.ring.length / 2], [9, 64]);
  countHit(window, hit(1_126, 1, 1_000));
  assert.deepEqual([window.runs, window.ring.length / 2], [8, 16]);
  countHit(window, hit(9_000, 1, 1_000));
  assert.deepEqual([window.runs, window.total, window.ring.length / 2], [1, 1, 4]);
});

test('whatever comes, a window knows what a list of all hits knows', () => {
  const random = seededRandom(7);
  const window = createWindow();
  let hits: { at: number; cost: number }[] = [];
  let now = 1_000;
  for (let i = 0; i < 3_000; i += 1) {
    now += random.integer(0, i % 500 < 250 ? 3 : 60);
    const given = hit(now, random.integer(1, 3), 40);
    const edge = now - 100;
    hits = hits.filter(({ at }) => at > edge);
    const sum = hits.reduce((total, { cost }) => total + cost, 0);
    const isAllowed = sum + given.cost <= 40;
    assert.equal(peekHit(window, given).isAllowed, isAllowed);
    assert.equal(peekHit(window, given).remaining, 40 - sum);
    const state = countHit(window, given);
    assert.equal(state.isAllowed, isAllowed);
    if (isAllowed) hits.push({ at: now, cost: given.cost });
    assert.equal(state.remaining, 40 - sum - (isAllowed ? given.cost : 0));
    assert.equal(state.resetAt, (hits.at(-1)?.at ?? now - 100) + 100);
  }
});

const limits = { keysMax: 2, sharedWindowsMax: 4 };

test('keys beyond as many as there may be share windows, and have their own when there is room', () => {
  const table = createWindowTable(100);
  const count = (key: string, now: number): void =>
    void countHit(windowFor(table, limits, key, now), hit(now));
  count('a', 1_000);
  count('b', 1_000);
  assert.equal(isCrowded(table, 1_000), false);
  count('c', 1_000);
  assert.deepEqual([table.own.size, table.shared.size], [2, 1]);
  assert.equal(isCrowded(table, 1_000), true);
  assert.equal(findWindow(table, limits, 'c', 1_050)?.total, 1);
  assert.equal(findWindow(table, limits, 'a', 1_050), table.own.get('a'));

  assert.equal(findWindow(table, limits, 'c', 1_100), undefined);
  assert.deepEqual([table.shared.size, isCrowded(table, 1_100)], [0, false]);
  count('c', 1_100);
  count('d', 1_100);
  assert.deepEqual([...table.own.keys()].toSorted(), ['c', 'd']);
});

test('idle windows that were shared are forgotten by who asks whether it is crowded', () => {
  const table = createWindowTable(100);
  for (const key of ['a', 'b', 'c']) countHit(windowFor(table, limits, key, 1_000), hit(1_000));

  assert.equal(isCrowded(table, 1_099), true);
  assert.equal(isCrowded(table, 1_100), false);
  assert.equal(table.shared.size, 0);
});

const time = (now: number) => ({ now, holdMsMax: 50 });

test('a key has so many places, which free themselves after their time', () => {
  const table: SlotTable = new Map();
  const first = takeSlot(table, 'a', 2, time(0), 5);
  const second = takeSlot(table, 'a', 2, time(10), 5);
  assert.ok(first !== undefined && second !== undefined);

  assert.equal(takeSlot(table, 'a', 2, time(49), 5), undefined);
  assert.notEqual(takeSlot(table, 'a', 2, time(50), 5), undefined);
  assert.equal(takeSlot(table, 'a', 2, time(50), 5), undefined);
  freeSlot(table, 'a', second);
  assert.equal(table.get('a')?.size, 1);
  assert.notEqual(takeSlot(table, 'a', 2, time(50), 5), undefined);
});

test('no more keys are kept than may be, and those without a place are not', () => {
  const table: SlotTable = new Map();
  const first = takeSlot(table, 'a', 1, time(0), 2);
  assert.ok(first !== undefined);
  takeSlot(table, 'b', 1, time(20), 2);

  assert.equal(takeSlot(table, 'c', 1, time(30), 2), undefined);
  assert.deepEqual([...table.keys()], ['a', 'b']);
  freeSlot(table, 'a', first);
  freeSlot(table, 'nosuch', first);
  assert.deepEqual([...table.keys()], ['b']);
  assert.notEqual(takeSlot(table, 'c', 1, time(30), 2), undefined);
  assert.notEqual(takeSlot(table, 'd', 1, time(70), 2), undefined);
  assert.deepEqual([...table.keys()], ['c', 'd']);
});
