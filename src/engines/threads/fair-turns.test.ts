import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairTurns } from './fair-turns.ts';

const LONG_MS = 60_000;

test('places are given at once while there are some, and to owners in turns when there are none', async () => {
  const turns = createFairTurns(2);
  const first = [await turns.take('a', LONG_MS), await turns.take('a', LONG_MS)];
  assert.equal(turns.taken(), 2);
  const order: string[] = [];
  const wait = async (name: string): Promise<void> => {
    const leave = await turns.take(name.charAt(0), LONG_MS);
    order.push(name);
    leave?.();
  };

  const waiting = ['a1', 'a2', 'a3', 'b1', 'c1'].map(wait);
  for (const leave of first) leave?.();
  await Promise.all(waiting);

  assert.equal(turns.taken(), 0);
  assert.deepEqual(order.toSorted(), ['a1', 'a2', 'a3', 'b1', 'c1']);
  assert.ok(order.indexOf('b1') < order.indexOf('a2'), order.join());
  assert.ok(order.indexOf('c1') < order.indexOf('a3'), order.join());
});

test('whoever waits too long gets none, and takes none from others', async () => {
  const turns = createFairTurns(1);
  const leave = await turns.take('a', LONG_MS);

  assert.equal(await turns.take('b', 5), undefined);
  const next = turns.take('c', LONG_MS);
  leave?.();
  leave?.();

  assert.equal(typeof (await next), 'function');
  assert.equal(await turns.take('d', 5), undefined);
});
