import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTurns } from './create-turns.ts';

test('turns come in the order of asking, one at a time', async () => {
  const turns = createTurns(10_000);
  const order: number[] = [];
  let running = 0;

  await Promise.all(
    [1, 2, 3, 4].map(async (number) => {
      const end = await turns.take();
      running += 1;
      assert.equal(running, 1);
      order.push(number);
      await Promise.resolve();
      running -= 1;
      end();
    }),
  );

  assert.deepEqual(order, [1, 2, 3, 4]);
});

test('a turn that does not come in time is refused, and the ones behind it still come', async () => {
  const turns = createTurns(20);
  const end = await turns.take();

  await assert.rejects(turns.take(), { code: 'STORAGE_UNAVAILABLE' });
  const next = turns.take();
  end();

  (await next)();
  (await turns.take())();
});

test('ending a turn twice does not end the next one', async () => {
  const turns = createTurns(10_000);
  const endFirst = await turns.take();
  const second = turns.take();
  endFirst();
  endFirst();
  const endSecond = await second;
  let hasThird = false;

  const third = turns.take().then((end) => {
    hasThird = true;
    return end;
  });
  await nextTurn();
  assert.equal(hasThird, false);
  endSecond();

  (await third)();
  assert.equal(hasThird, true);
});
