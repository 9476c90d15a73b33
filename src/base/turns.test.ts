import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from './turns.ts';

test('each begins when the one before has ended, however it ended', async () => {
  const inTurn = createTurns();
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await new Promise(setImmediate);
    seen.push(`${name} ends`);
    if (name === 'second') throw new Error('broken');
    return name;
  };

  const first = inTurn(work('first'));
  const second = inTurn(work('second'));
  const third = inTurn(work('third'));

  assert.equal(await first, 'first');
  await assert.rejects(second, /broken/);
  assert.equal(await third, 'third');
  assert.deepEqual(
    seen,
    ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});
