import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazy } from './lazy.ts';

test('a thing is made for the first who asks, once for all, and anew after a failure', async () => {
  let tries = 0;
  const ask = lazy(async () => {
    tries += 1;
    if (tries === 1) throw new Error('not yet');
    return tries;
  });
  assert.equal(tries, 0);

  await assert.rejects(ask(), /^Error: not yet$/);
  assert.deepEqual(await Promise.all([ask(), ask()]), [2, 2]);
  assert.equal(await ask(), 2);
  assert.equal(tries, 2);
});
