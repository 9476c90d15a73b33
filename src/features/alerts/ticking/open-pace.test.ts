import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../spec/limits.ts';
import { openPace } from './open-pace.ts';

const { spreadMsMax, unhurriedLagMs } = LIMITS.alerts;
const { signal } = new AbortController();
const nothing = async (): Promise<void> => {};

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
    await tick.run(nothing, signal);
    begun.push(now());
  }

  assert.deepEqual(begun, [0, spreadMsMax / 3, (spreadMsMax * 2) / 3]);
});

test('two ticks at once have half of the time each, and one that is over takes none', async () => {
  const { pace, now } = startPace();
  const first = pace.begin(2, 0);
  const other = pace.begin(2, 0);

  await first.run(nothing, signal);
  await first.run(nothing, signal);
  const beside = now();
  other.end();
  other.end();
  await first.run(nothing, signal);
  await first.run(nothing, signal);

  assert.equal(beside, spreadMsMax / 4);
  assert.equal(now(), spreadMsMax, 'it ends when its time does');
});

test('nothing begins while people search, until the time is over', async () => {
  const { pace, people, now } = startPace();
  const tick = pace.begin(1, 0);
  people.until = 100;
  await tick.run(nothing, signal);
  assert.equal(now(), 100);

  people.until = Number.POSITIVE_INFINITY;
  await tick.run(nothing, signal);
  assert.equal(now(), spreadMsMax);
  await tick.run(nothing, signal);
  assert.equal(now(), spreadMsMax);
});

test('a tick that is late waits for nobody', async () => {
  const { pace, people, now } = startPace();
  people.until = Number.POSITIVE_INFINITY;

  const late = pace.begin(2, unhurriedLagMs);
  await late.run(nothing, signal);
  await late.run(nothing, signal);
  assert.equal(now(), 0);

  const unhurried = pace.begin(2, unhurriedLagMs - 1);
  await unhurried.run(nothing, signal);
  assert.equal(now(), spreadMsMax);
});

test('one statement runs at a time, of whatever batch, as long as there is time', async () => {
  const { pace, now } = startPace();
  const first = pace.begin(1, 0);
  const second = pace.begin(1, 0);
  const late = pace.begin(1, unhurriedLagMs);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();

  const running = first.run(() => answered, signal);
  await late.run(nothing, signal);
  const atOnce = now();
  await second.run(nothing, signal);
  const waited = now();
  answer();
  await running;
  await pace.begin(1, 0).run(nothing, signal);

  assert.equal(atOnce, 0);
  assert.equal(waited, spreadMsMax);
  assert.equal(now(), waited, 'nobody is waited for that is done');
});
