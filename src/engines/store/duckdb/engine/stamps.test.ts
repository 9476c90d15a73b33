import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../../../test/support/fake-clock.ts';
import { HOUR_MS, SECOND_MS } from '../../../../spec/units.ts';
import { createStamps } from './stamps.ts';

const START = Date.UTC(2026, 2, 10, 12);

test('the frontier waits for the oldest stamp, and is now without one', () => {
  const clock = fakeClock(START + 700);
  const stamps = createStamps(clock, -Infinity);

  const first = stamps.take();
  clock.advance(SECOND_MS);
  const second = stamps.take();
  clock.advance(SECOND_MS);

  assert.deepEqual([first.storedAt, second.storedAt], [START, START + SECOND_MS]);
  assert.equal(stamps.frontier(), START);
  second[Symbol.dispose]();
  assert.equal(stamps.frontier(), START);
  first[Symbol.dispose]();
  assert.equal(stamps.frontier(), START + 2 * SECOND_MS);
});

test('a clock that is set back a little does not go behind what was told', () => {
  const clock = fakeClock(START);
  const stamps = createStamps(clock, START + 5 * SECOND_MS);

  assert.equal(stamps.frontier(), START + 5 * SECOND_MS);
  clock.advance(8 * SECOND_MS);
  assert.equal(stamps.frontier(), START + 8 * SECOND_MS);
  clock.advance(-30 * SECOND_MS);
  using stamp = stamps.take();
  assert.equal(stamp.storedAt, START + 8 * SECOND_MS);
});

test('a clock that was far ahead is not waited for', () => {
  const stamps = createStamps(fakeClock(START), START + HOUR_MS);

  assert.equal(stamps.frontier(), START);
});
