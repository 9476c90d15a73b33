import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fakeClock, type FakeClock } from '../../../../test/support/fake-clock.ts';
import { seededRandom, type SeededRandom } from '../../../../test/support/seeded-random.ts';
import { startRedis } from '../../../../test/support/programs/start-redis.ts';
import { systemClock } from '../../../base/clock.ts';
import { silentLog, type Log } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { countersSuite } from '../counters.suite.ts';
import type { Counters } from '../counters.ts';
import { openMemoryCounters } from '../memory/open-memory-counters.ts';
import { openSharedCounters } from './open-shared-counters.ts';

const MINUTE = 60_000;
const limits = { ...LIMITS.counters, retryEveryMs: 50, answerMsMax: 2_000 };

countersSuite('shared', async (t, clock) => {
  const redis = await startRedis(t);
  return redis && open(redis.url, clock);
});

function open(url: string, clock: FakeClock): Promise<Counters> {
  return openSharedCounters({ clock, log: silentLog, limits }, { url, time: 'clock' });
}

const WINDOWS = [20, 1_000, MINUTE] as const;

for (const seed of [11, 12, 13]) {
  test(`memory and shared counters agree hit by hit (seed ${seed})`, async (t) => {
    await compareWithMemory(t, seed, (random) => ({
      key: random.pick(['a', 'b']),
      windowMs: random.pick(WINDOWS),
      passMs: random.chance(0.01) ? 61_000 : random.integer(0, random.pick([0, 3, 50, 2_000])),
    }));
  });

  // One key alone: with several, memory may notice between two hits of one that its window is over.
  test(`they agree when the clock is set back, too (seed ${seed})`, async (t) => {
    const windowMs = WINDOWS[seed % WINDOWS.length] ?? MINUTE;
    await compareWithMemory(t, seed, (random) => ({
      key: 'a',
      windowMs,
      passMs: random.chance(0.05)
        ? random.integer(-2 * windowMs, 2 * windowMs)
        : random.integer(0, windowMs / 20),
    }));
  });
}

interface Move {
  readonly key: string;
  readonly windowMs: number;
  /** How far the clock moves afterwards. */
  readonly passMs: number;
}

async function compareWithMemory(
  t: TestContext,
  seed: number,
  nextMove: (random: SeededRandom) => Move,
): Promise<void> {
  const redis = await startRedis(t);
  if (redis === undefined) return;
  const random = seededRandom(seed);
  const clock = fakeClock();
  await using shared = await open(redis.url, clock);
  const memory = openMemoryCounters({ clock, limits });

  for (let step = 0; step < 3_000; step += 1) {
    const { key, windowMs, passMs } = nextMove(random);
    const limit = random.integer(1, 40);
    const cost = random.chance(0.8) ? 1 : random.integer(1, 45);
    const where = `seed ${seed}, step ${step}`;
    if (random.chance(0.2)) {
      const expected = memory.peek(key, limit, windowMs);
      assert.deepEqual(await shared.peek(key, limit, windowMs), expected, where);
    } else {
      const expected = memory.hit(key, limit, windowMs, cost);
      assert.deepEqual(await shared.hit(key, limit, windowMs, cost), expected, where);
    }
    clock.advance(passMs);
  }
}

test('two nodes count together, and the time of the server decides', async (t) => {
  const redis = await startRedis(t);
  if (redis === undefined) return;
  // The clocks of the nodes are an hour apart.
  const early = fakeClock(Date.now());
  const late = fakeClock(Date.now() + 3_600_000);
  const needs = { log: silentLog, limits };
  await using one = await openSharedCounters({ ...needs, clock: early }, { url: redis.url });
  await using two = await openSharedCounters({ ...needs, clock: late }, { url: redis.url });

  const states = [];
  for (let count = 0; count < 4; count += 1) {
    states.push(await one.hit('k', 7, MINUTE), await two.hit('k', 7, MINUTE));
  }

  assert.equal(states.filter((state) => state.isAllowed).length, 7);
  const [, second] = states;
  assert.ok(second !== undefined && second.resetAt > late.now());
  assert.ok(second.resetAt <= late.now() + MINUTE);
});

test('the full limit of 10,000 holds exactly, with every hit in a millisecond of its own', async (t) => {
  const redis = await startRedis(t);
  if (redis === undefined) return;
  const clock = fakeClock();
  await using counters = await open(redis.url, clock);
  const limit = 10_000;

  let passed = 0;
  for (let hits = 0; hits < limit + 50; hits += 1) {
    if ((await counters.hit('org', limit, MINUTE)).isAllowed) passed += 1;
    clock.advance(1);
  }
  assert.equal(passed, limit);
  // All but the last run leave the window at once.
  clock.advance(MINUTE - 52);
  assert.equal((await counters.hit('org', limit, MINUTE)).remaining, limit - 2);
});

test('while Redis is away each node counts by itself, says so once, and comes back by itself', async (t) => {
  const redis = await startRedis(t);
  if (redis === undefined) return;
  const { log, messages } = recordingLog();
  await using counters = await openSharedCounters({ clock: systemClock, log, limits }, redis);
  await counters.hit('k', 2, MINUTE);

  await redis.stop();
  const away = [];
  for (let count = 0; count < 4; count += 1) away.push(await counters.hit('k', 2, MINUTE));
  assert.deepEqual(
    away.map((state) => state.isAllowed),
    [true, true, false, false],
  );
  assert.equal((await counters.health()).state, 'degraded');
  assert.notEqual(await counters.acquire('s', 1, MINUTE), undefined);
  assert.equal(await counters.acquire('s', 1, MINUTE), undefined);

  await redis.start();
  await waitFor(async () => (await counters.health()).state === 'up');
  assert.equal((await counters.hit('k', 2, MINUTE)).remaining, 1);
  assert.deepEqual(messages, [
    'shared counters unavailable, this node counts alone',
    'shared counters available again',
  ]);
});

test('a Redis that hangs costs one answer its time, and then nobody waits', async (t) => {
  const redis = await startRedis(t);
  if (redis === undefined) return;
  const { log, messages } = recordingLog();
  const impatient = { ...limits, answerMsMax: 100 };
  await using counters = await openSharedCounters(
    { clock: systemClock, log, limits: impatient },
    redis,
  );

  await redis.freeze();
  assert.equal((await counters.hit('k', 1, MINUTE)).isAllowed, true);
  // From now on the answer is there at once, without a promise.
  assert.ok(!(counters.hit('k', 1, MINUTE) instanceof Promise));
  assert.equal((await counters.health()).state, 'degraded');

  redis.thaw();
  await waitFor(async () => (await counters.health()).state === 'up');
  assert.equal(messages.length, 2);
});

test('without Redis at the start the node starts all the same, and finds it later', async (t) => {
  const redis = await startRedis(t);
  if (redis === undefined) return;
  await redis.stop();
  const { log, messages } = recordingLog();
  await using counters = await openSharedCounters({ clock: systemClock, log, limits }, redis);

  assert.equal((await counters.health()).state, 'degraded');
  assert.equal((await counters.hit('k', 1, MINUTE)).isAllowed, true);
  await redis.start();
  await waitFor(async () => (await counters.health()).state === 'up');
  assert.equal(messages.length, 2);
});

test('a Redis that hangs at the start does not hold it up', async (t) => {
  const redis = await startRedis(t);
  if (redis === undefined) return;
  await redis.freeze();
  const impatient = { ...limits, answerMsMax: 100, connectMsMax: 100 };
  await using counters = await openSharedCounters(
    { clock: systemClock, log: silentLog, limits: impatient },
    redis,
  );
  assert.equal((await counters.health()).state, 'degraded');
});

for (const [what, settings] of [
  ['has no memory left', ['--maxmemory', '1']],
  ['wants another password', ['--requirepass', 'other']],
] as const) {
  test(`a Redis that ${what} counts as away, told once however often it is tried`, async (t) => {
    const redis = await startRedis(t, settings);
    if (redis === undefined) return;
    const { log, messages } = recordingLog();
    const quick = { ...limits, retryEveryMs: 5 };
    await using counters = await openSharedCounters(
      { clock: systemClock, log, limits: quick },
      redis,
    );
    await sleep(100);

    assert.equal((await counters.hit('k', 1, MINUTE)).isAllowed, true);
    assert.equal((await counters.hit('k', 1, MINUTE)).isAllowed, false);
    assert.equal((await counters.health()).state, 'degraded');
    assert.deepEqual(messages, ['shared counters unavailable, this node counts alone']);
  });
}

test('a place taken before an outage can be released during it', async (t) => {
  const redis = await startRedis(t);
  if (redis === undefined) return;
  await using counters = await openSharedCounters(
    { clock: systemClock, log: silentLog, limits },
    redis,
  );
  const slot = await counters.acquire('s', 1, MINUTE);
  assert.ok(slot !== undefined);
  await redis.stop();
  await assert.doesNotReject(async () => slot.release());
});

function recordingLog(): { readonly log: Log; readonly messages: string[] } {
  const messages: string[] = [];
  const keep = (_fields: object, message: string) => void messages.push(message);
  return { log: { ...silentLog, info: keep, warn: keep }, messages };
}

async function waitFor(isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 1_500; attempt += 1) {
    if (await isTrue()) return;
    await sleep(20);
  }
  assert.fail('it did not happen');
}
