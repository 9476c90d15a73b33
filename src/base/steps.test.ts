import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSteps, runStepsInTurns, type Steps } from './steps.ts';

function* count(upTo: number, seen: number[] = []): Steps<number> {
  for (let step = 1; step <= upTo; step += 1) {
    seen.push(step);
    yield;
  }
  return upTo;
}

test('the work is done to its end, at once or in turns', async () => {
  assert.equal(runSteps(count(3)), 3);
  assert.equal(await runStepsInTurns(count(3), 0), 3);
  assert.equal(await runStepsInTurns(count(0), 0), 0);
});

test('others have their turn between two slices, not between two steps of one', async () => {
  const seen: number[] = [];
  const inSlices = runStepsInTurns(count(3, seen), 0);
  assert.deepEqual(seen, [1]);
  await inSlices;
  assert.deepEqual(seen, [1, 2, 3]);

  const atOnce: number[] = [];
  const inOne = runStepsInTurns(count(3, atOnce), 60_000);
  assert.deepEqual(atOnce, [1, 2, 3]);
  await inOne;
});

test('what goes wrong in a step is told', async () => {
  const failing = function* (): Steps<never> {
    yield;
    throw new Error('no');
  };
  assert.throws(() => runSteps(failing()), /^Error: no$/);
  await assert.rejects(runStepsInTurns(failing(), 0), /^Error: no$/);
});
