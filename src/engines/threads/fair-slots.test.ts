import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairSlots } from './fair-slots.ts';

const LONG_MS = 60_000;

test('slots are given at once while there are some, and to owners in turns when there are none', async () => {
  const slots = createFairSlots(2);
  const first = [await slots.take('a', LONG_MS), await slots.take('a', LONG_MS)];
  assert.equal(slots.taken(), 2);
  const order: string[] = [];
  const wait = async (name: string): Promise<void> => {
    const leave = await slots.take(name.charAt(0), LONG_MS);
    order.push(name);
    leave?.();
  };

  const waiting = ['a1', 'a2', 'a3', 'b1', 'c1'].map(wait);
  for (const leave of first) leave?.();
  await Promise.all(waiting);

  assert.equal(slots.taken(), 0);
  assert.deepEqual(order.toSorted(), ['a1', 'a2', 'a3', 'b1', 'c1']);
  assert.ok(order.indexOf('b1') < order.indexOf('a2'), order.join());
  assert.ok(order.indexOf('c1') < order.indexOf('a3'), order.join());
});

test('no slot is taken once the last is given back and nobody waits, and that is waited for only so long', async () => {
  const slots = createFairSlots(1);
  await slots.untilIdle(LONG_MS);
  const leave = await slots.take('a', LONG_MS);
  const next = slots.take('b', LONG_MS);
  let isIdle = false;
  const idle = slots.untilIdle(LONG_MS).then(() => (isIdle = true));
  const startedAt = performance.now();
  await slots.untilIdle(20);
  assert.ok(performance.now() - startedAt >= 19);

  leave?.();
  const leaveNext = await next;
  await new Promise(setImmediate);
  assert.equal(isIdle, false);
  leaveNext?.();
  await idle;
  assert.equal(slots.taken(), 0);
});

test('whoever waits too long gets none, and takes none from others', async () => {
  const slots = createFairSlots(1);
  const leave = await slots.take('a', LONG_MS);

  assert.equal(await slots.take('b', 5), undefined);
  const next = slots.take('c', LONG_MS);
  leave?.();
  leave?.();

  assert.equal(typeof (await next), 'function');
  assert.equal(await slots.take('d', 5), undefined);
});
