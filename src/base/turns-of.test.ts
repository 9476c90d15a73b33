import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurnsOf } from './turns-of.ts';

test('of one owner each begins when the one before has ended, however it ended', async () => {
  const turnsOf = createTurnsOf<'a' | 'b'>();
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await new Promise(setImmediate);
    seen.push(`${name} ends`);
    if (name === 'second') throw new Error('broken');
    return name;
  };

  const first = turnsOf('a', work('first'));
  const second = turnsOf('a', work('second'));
  const third = turnsOf('a', work('third'));

  assert.equal(await first, 'first');
  await assert.rejects(second, /broken/);
  assert.equal(await third, 'third');
  assert.deepEqual(
    seen,
    ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

test('owners do not wait for each other', async () => {
  const turnsOf = createTurnsOf<'a' | 'b'>();
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = turnsOf('a', () => promise);

  assert.equal(await turnsOf('b', () => Promise.resolve('done')), 'done');
  resolve('late');
  assert.equal(await waiting, 'late');
});

test('whoever comes after all have ended begins at once', async () => {
  const turnsOf = createTurnsOf<'a'>();
  await turnsOf('a', () => Promise.resolve());

  assert.equal(await turnsOf('a', () => Promise.resolve(5)), 5);
});
