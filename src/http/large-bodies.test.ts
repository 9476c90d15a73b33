import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLargeBodies } from './large-bodies.ts';

const LARGE = 1024 * 1024;

function bench() {
  const seen: string[] = [];
  const turns: (() => void)[] = [];
  const bodies = createLargeBodies((pump) => void turns.push(pump));
  return {
    seen,
    come: (caller: string, name: string, bytes = LARGE) =>
      bodies.whenTurn(caller, bytes, () => void seen.push(name)),
    turn: () => turns.shift()?.(),
  };
}

test('of many large bodies one is looked at in each turn, callers one after the other', () => {
  const { seen, come, turn } = bench();
  for (const name of ['a1', 'a2', 'a3', 'a4']) come('a', name);
  come('b', 'b1');
  come('b', 'b2');

  for (let i = 0; i < 10; i++) turn();

  assert.deepEqual(seen, ['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
});

test('a small body waits for nobody, and neither does a large one that is alone', () => {
  const { seen, come, turn } = bench();
  come('a', 'a1');
  come('a', 'a2');
  come('b', 'small', 1_000);
  assert.deepEqual(seen, ['a1', 'small']);
  for (let i = 0; i < 3; i++) turn();

  come('a', 'a3');

  assert.deepEqual(seen, ['a1', 'small', 'a2', 'a3']);
});

test('a body that cannot be looked at does not hold up the next', () => {
  const turns: (() => void)[] = [];
  const bodies = createLargeBodies((pump) => void turns.push(pump));
  const seen: string[] = [];
  bodies.whenTurn('a', LARGE, () => void seen.push('first'));
  bodies.whenTurn('a', LARGE, () => {
    throw new Error('broken');
  });
  bodies.whenTurn('a', LARGE, () => void seen.push('third'));

  assert.throws(() => turns.shift()?.());
  turns.shift()?.();

  assert.deepEqual(seen, ['first', 'third']);
});

test('where several can be looked at at once, the next comes when one of them is done', () => {
  const turns: (() => void)[] = [];
  const seen: string[] = [];
  const bodies = createLargeBodies((pump) => void turns.push(pump), 2);
  for (const name of ['a1', 'a2', 'a3', 'a4']) {
    bodies.whenTurn('a', LARGE, () => void seen.push(name));
  }
  bodies.whenTurn('b', LARGE, () => void seen.push('b1'));
  assert.deepEqual(seen, ['a1', 'a2']);

  turns.shift()?.();
  turns.shift()?.();
  assert.deepEqual(seen, ['a1', 'a2', 'a3', 'b1']);
  for (let i = 0; i < 4; i++) turns.shift()?.();

  bodies.whenTurn('b', LARGE, () => void seen.push('b2'));
  bodies.whenTurn('b', LARGE, () => void seen.push('b3'));
  bodies.whenTurn('b', LARGE, () => void seen.push('b4'));
  assert.deepEqual(seen, ['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'b3']);
});
