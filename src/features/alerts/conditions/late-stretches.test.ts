import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../spec/limits.ts';
import { largestStretch, type StepCount, stretchGrid } from './measure-counts.ts';

test('stretches begin as often as windows do, in equal steps', () => {
  const grid = (window: number, interval: number): [number, number] => {
    const { steps, stepMs } = stretchGrid({ window, interval });
    assert.equal(steps * stepMs, window * 1_000);
    return [steps, stepMs];
  };

  assert.deepEqual(grid(300, 60), [5, 60_000]);
  assert.deepEqual(grid(60, 60), [1, 60_000]);
  assert.deepEqual(grid(90, 60), [2, 45_000]);
  assert.deepEqual(grid(97, 30), [4, 24_250]);
  assert.deepEqual(grid(LIMITS.alerts.stretchStepsMax * 60, 60), [60, 60_000]);
  assert.deepEqual(grid((LIMITS.alerts.stretchStepsMax + 1) * 60, 60), [60, 61_000]);
});

const GRID = { steps: 3, stepMs: 10 };
const over = (limit: number) => (count: number) => count > limit;

function largest(
  steps: readonly [step: number, count: number, fresh: number][],
  fires: ((count: number) => boolean) | undefined,
  endsAt = 1_000,
): unknown {
  const counts = steps.map(([step, count, fresh]): StepCount => ({ step, count, fresh }));
  return largestStretch(counts, { grid: GRID, endsAt, fires });
}

test('the largest stretch that holds a fresh event decides', () => {
  assert.deepEqual(
    largest(
      [
        [5, 4, 1],
        [6, 2, 0],
        [7, 3, 0],
        [8, 50, 0],
      ],
      over(60),
    ),
    {
      count: 9,
      from: 50,
      to: 80,
    },
  );
  assert.equal(largest([[5, 4, 0]], over(60)), undefined);
});

test('a stretch that has fired without them is passed over, and so are those that touch it', () => {
  assert.equal(largest([[5, 11, 1]], over(9)), undefined);
  assert.deepEqual(largest([[5, 10, 1]], over(9)), { count: 10, from: 30, to: 60 });
  const reaching: [number, number, number][] = [
    [5, 1, 1],
    [7, 9, 0],
  ];
  assert.deepEqual(largest(reaching, over(9)), { count: 10, from: 50, to: 80 });
  // Steps 7 to 9 fired by themselves: what is left does not reach them.
  assert.deepEqual(largest([...reaching, [9, 9, 0]], over(9)), { count: 1, from: 30, to: 60 });
});

test('where few events fire, none is passed over', () => {
  assert.deepEqual(largest([[5, 11, 1]], undefined), { count: 11, from: 30, to: 60 });
});

test('no stretch reaches beyond the tick', () => {
  assert.deepEqual(
    largest(
      [
        [5, 1, 1],
        [6, 5, 0],
        [7, 5, 0],
      ],
      over(60),
      65,
    ),
    {
      count: 6,
      from: 40,
      to: 70,
    },
  );
});
