import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../spec/limits.ts';
import { openPace } from './open-pace.ts';

const { spreadMsMax, unhurriedLagMs } = LIMITS.alerts;
const { signal } = new AbortController();

/** Time passes only while somebody waits. */
function startPace() {
  let now = 0;
  const people = { until: 0 };
  const pace = openPace({
    now: () => now,
    wait: async (ms) => void (now += ms),
    isBusy: () => now < people.until,
  });
  return { pace, people, now: () => now };
}

test('the statements of a tick begin one after the other, within the time there is', async () => {
  const { pace, now } = startPace();
  const tick = pace.begin(3, 0);
  const begun: number[] = [];

  for (let i = 0; i < 3; i += 1) {
    await tick.next(signal);
    begun.push(now());
  }

  assert.deepEqual(begun, [0, spreadMsMax / 3, (spreadMsMax * 2) / 3]);
});

test('two ticks at once have half of the time each, and one that is over takes none', async () => {
  const { pace, now } = startPace();
  const first = pace.begin(2, 0);
  const other = pace.begin(2, 0);

  await first.next(signal);
  await first.next(signal);
  const beside = now();
  other.end();
  other.end();
  await first.next(signal);
  await first.next(signal);

  assert.equal(beside, spreadMsMax / 4);
  assert.equal(now(), spreadMsMax, 'it ends when its time does');
});

test('nothing begins while people search, until the time is over', async () => {
  const { pace, people, now } = startPace();
  const tick = pace.begin(1, 0);
  people.until = 100;
  await tick.next(signal);
  assert.equal(now(), 100);

  people.until = Number.POSITIVE_INFINITY;
  await tick.next(signal);
  assert.equal(now(), spreadMsMax);
  await tick.next(signal);
  assert.equal(now(), spreadMsMax);
});

test('a tick that is late waits for nobody', async () => {
  const { pace, people, now } = startPace();
  people.until = Number.POSITIVE_INFINITY;

  const late = pace.begin(2, unhurriedLagMs);
  await late.next(signal);
  await late.next(signal);
  assert.equal(now(), 0);

  const unhurried = pace.begin(2, unhurriedLagMs - 1);
  await unhurried.next(signal);
  assert.equal(now(), spreadMsMax);
});
