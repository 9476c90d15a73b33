/** What every implementation of the port promises. Time is a fake clock that the suite moves. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { fakeClock, type FakeClock } from '../../../test/support/fake-clock.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import type { Counters, WindowState } from './counters.ts';

/** Opens fresh counters on the clock; undefined when the test was skipped. */
export type OpenForTest = (t: TestContext, clock: FakeClock) => Promise<Counters | undefined>;

const MINUTE = 60_000;

export function countersSuite(name: string, open: OpenForTest): void {
  async function withCounters(
    t: TestContext,
    work: (counters: Counters, clock: FakeClock) => Promise<void>,
  ): Promise<void> {
    const clock = fakeClock();
    const opened = await open(t, clock);
    if (opened === undefined) return;
    await using counters = opened;
    await work(counters, clock);
  }

  test(`${name}: up to the limit passes, one more is refused and counts nothing`, (t) =>
    withCounters(t, async (counters, clock) => {
      const start = clock.now();
      for (const remaining of [2, 1, 0]) {
        const state = await counters.hit('k', 3, MINUTE);
        assert.deepEqual(state, {
          isAllowed: true,
          remaining,
          resetAt: start + MINUTE,
          retryAfterMs: remaining > 0 ? 0 : MINUTE,
        });
      }
      for (let more = 0; more < 5; more += 1) {
        assert.deepEqual(await counters.hit('k', 3, MINUTE), {
          isAllowed: false,
          remaining: 0,
          resetAt: start + MINUTE,
          retryAfterMs: MINUTE,
        });
      }
      clock.advance(MINUTE);
      assert.equal((await counters.hit('k', 3, MINUTE)).remaining, 2);
    }));

  test(`${name}: the window rolls: each hit leaves it to the millisecond`, (t) =>
    withCounters(t, async (counters, clock) => {
      await counters.hit('k', 2, MINUTE);
      clock.advance(40_000);
      await counters.hit('k', 2, MINUTE);
      clock.advance(19_999);

      const refused = await counters.hit('k', 2, MINUTE);
      assert.equal(refused.isAllowed, false);
      assert.equal(refused.retryAfterMs, 1);
      assert.equal(refused.resetAt, clock.now() + 40_001);

      clock.advance(1);
      assert.equal((await counters.hit('k', 2, MINUTE)).isAllowed, true);
      assert.equal((await counters.hit('k', 2, MINUTE)).isAllowed, false);
    }));

  test(`${name}: a peek tells the state and changes nothing`, (t) =>
    withCounters(t, async (counters, clock) => {
      const empty = { isAllowed: true, remaining: 2, resetAt: clock.now(), retryAfterMs: 0 };
      assert.deepEqual(await counters.peek('k', 2, MINUTE), empty);
      await counters.hit('k', 2, MINUTE);
      clock.advance(10);
      await counters.hit('k', 2, MINUTE);

      const full = {
        isAllowed: false,
        remaining: 0,
        resetAt: clock.now() + MINUTE,
        retryAfterMs: MINUTE - 10,
      };
      for (let again = 0; again < 5; again += 1) {
        assert.deepEqual(await counters.peek('k', 2, MINUTE), full);
      }
      clock.advance(MINUTE);
      assert.deepEqual(await counters.peek('k', 2, MINUTE), { ...empty, resetAt: clock.now() });
    }));

  test(`${name}: a hit may cost more than one, and is taken whole or not at all`, (t) =>
    withCounters(t, async (counters, clock) => {
      assert.equal((await counters.hit('k', 10, MINUTE, 6)).remaining, 4);
      clock.advance(1_000);
      assert.equal((await counters.hit('k', 10, MINUTE, 3)).remaining, 1);

      const refused = await counters.hit('k', 10, MINUTE, 2);
      assert.equal(refused.isAllowed, false);
      assert.equal(refused.remaining, 1);
      assert.equal(refused.retryAfterMs, MINUTE - 1_000);
      assert.equal((await counters.hit('k', 10, MINUTE, 8)).retryAfterMs, MINUTE);
      assert.equal((await counters.hit('k', 10, MINUTE, 1)).remaining, 0);
    }));

  test(`${name}: a hit that costs more than the limit is refused, also by an empty window`, (t) =>
    withCounters(t, async (counters) => {
      const refused = await counters.hit('k', 3, MINUTE, 4);
      assert.equal(refused.isAllowed, false);
      assert.equal(refused.remaining, 3);
      assert.equal(refused.retryAfterMs, MINUTE);
      assert.equal((await counters.hit('k', 3, MINUTE, 3)).isAllowed, true);
    }));

  test(`${name}: a limit that was lowered holds for the hits already counted`, (t) =>
    withCounters(t, async (counters, clock) => {
      for (let count = 0; count < 5; count += 1) {
        await counters.hit('k', 5, MINUTE);
        clock.advance(1_000);
      }
      const refused = await counters.hit('k', 2, MINUTE);
      assert.equal(refused.isAllowed, false);
      assert.equal(refused.remaining, 0);
      assert.equal(refused.retryAfterMs, MINUTE - 2_000);
    }));

  test(`${name}: keys and lengths of window are independent, whatever the key holds`, (t) =>
    withCounters(t, async (counters) => {
      const keys = [
        'a',
        'A',
        '',
        ' ',
        '__proto__',
        'constructor',
        'x\r\nFLUSHALL\r\n',
        '{a}b',
        '*',
        'ключ ✓ 🔑',
        '\u0000',
        'long'.repeat(5_000),
        `${'long'.repeat(5_000)}!`,
      ];
      for (const key of keys) {
        assert.equal((await counters.hit(key, 1, MINUTE)).isAllowed, true, JSON.stringify(key));
      }
      for (const key of keys) {
        assert.equal((await counters.hit(key, 1, MINUTE)).isAllowed, false, JSON.stringify(key));
        assert.equal((await counters.hit(key, 1, 1_000)).isAllowed, true, JSON.stringify(key));
      }
    }));

  test(`${name}: of many hits at once, exactly the limit passes`, (t) =>
    withCounters(t, async (counters) => {
      const hits = Array.from({ length: 500 }, async () => counters.hit('k', 123, MINUTE));
      const states = await Promise.all(hits);
      assert.equal(states.filter((state) => state.isAllowed).length, 123);
    }));

  test(`${name}: a clock that is set back neither opens nor locks the window`, (t) =>
    withCounters(t, async (counters, clock) => {
      await counters.hit('k', 2, MINUTE);
      clock.advance(10_000);
      await counters.hit('k', 2, MINUTE);
      clock.advance(-3_600_000);

      const refused = await counters.hit('k', 2, MINUTE);
      assert.equal(refused.isAllowed, false);
      assert.equal(refused.retryAfterMs, 50_000);
      assert.equal(refused.resetAt, clock.now() + MINUTE);

      clock.advance(50_000);
      assert.equal((await counters.hit('k', 2, MINUTE)).isAllowed, true);
      assert.equal((await counters.hit('k', 2, MINUTE)).isAllowed, false);
    }));

  for (const seed of [1, 2, 3, 4, 5, 6]) {
    test(`${name}: generated traffic is told what a plain list of hits says (seed ${seed})`, (t) =>
      withCounters(t, (counters, clock) => compareWithModel(counters, clock, seed)));
  }

  test(`${name}: as many places as there are slots can be taken, and freed again`, (t) =>
    withCounters(t, async (counters) => {
      const first = await counters.acquire('k', 2, MINUTE);
      const second = await counters.acquire('k', 2, MINUTE);
      assert.ok(first !== undefined && second !== undefined);
      assert.equal(await counters.acquire('k', 2, MINUTE), undefined);
      assert.notEqual(await counters.acquire('other', 2, MINUTE), undefined);

      await first.release();
      await first.release();
      assert.notEqual(await counters.acquire('k', 2, MINUTE), undefined);
      assert.equal(await counters.acquire('k', 2, MINUTE), undefined);
    }));

  test(`${name}: a place frees itself in the end, and its late release frees no other`, (t) =>
    withCounters(t, async (counters, clock) => {
      const forgotten = await counters.acquire('k', 1, 1_000);
      clock.advance(999);
      assert.equal(await counters.acquire('k', 1, 1_000), undefined);
      clock.advance(1);
      assert.notEqual(await counters.acquire('k', 1, 1_000), undefined);

      await forgotten?.release();
      assert.equal(await counters.acquire('k', 1, 1_000), undefined);
    }));

  test(`${name}: a place is freed at the end of its scope`, (t) =>
    withCounters(t, async (counters) => {
      {
        await using slot = await counters.acquire('k', 1, MINUTE);
        assert.notEqual(slot, undefined);
        assert.equal(await counters.acquire('k', 1, MINUTE), undefined);
      }
      assert.notEqual(await counters.acquire('k', 1, MINUTE), undefined);
    }));

  test(`${name}: of many who want a place at once, exactly as many as there are slots get one`, (t) =>
    withCounters(t, async (counters) => {
      const wanted = Array.from({ length: 100 }, async () => counters.acquire('k', 7, MINUTE));
      const slots = await Promise.all(wanted);
      assert.equal(slots.filter((slot) => slot !== undefined).length, 7);
    }));

  test(`${name}: healthy counters say so`, (t) =>
    withCounters(t, async (counters) => {
      assert.deepEqual(await counters.health(), { state: 'up' });
    }));
}

interface Counted {
  readonly at: number;
  readonly cost: number;
}

async function compareWithModel(counters: Counters, clock: FakeClock, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const windowMs = random.pick([50, 1_000, MINUTE]);
  const limits = { a: random.integer(1, 5), b: random.integer(10, 60), c: 300 };
  const counted: Record<string, Counted[]> = { a: [], b: [], c: [] };

  for (let step = 0; step < 3_000; step += 1) {
    const key = random.pick(['a', 'b', 'c']);
    const limit = limits[key];
    const cost = random.chance(0.9) ? 1 : random.integer(1, limit + 1);
    const now = clock.now();
    const inWindow = (counted[key] ?? []).filter((hit) => hit.at > now - windowMs);
    const where = `seed ${seed}, step ${step}, key ${key}`;

    if (random.chance(0.1)) {
      const expected = expectedState(inWindow, { now, limit, windowMs, cost: 1 }, false);
      assert.deepEqual(await counters.peek(key, limit, windowMs), expected, where);
    } else {
      const expected = expectedState(inWindow, { now, limit, windowMs, cost }, true);
      assert.deepEqual(await counters.hit(key, limit, windowMs, cost), expected, where);
    }
    counted[key] = inWindow;

    // Bursts within a millisecond, steady traffic, and gaps around the length of the window.
    if (random.chance(0.5)) clock.advance(random.integer(0, windowMs / 50));
    if (random.chance(0.01)) clock.advance(random.integer(windowMs - 2, windowMs + 2));
  }
}

/** The same answer from a plain list, which takes the hit when it is counted. */
function expectedState(
  inWindow: Counted[],
  hit: { now: number; limit: number; windowMs: number; cost: number },
  isCounting: boolean,
): WindowState {
  const sum = (from: number) =>
    inWindow.filter(({ at }) => at > from).reduce((total, { cost }) => total + cost, 0);
  const isAllowed = sum(hit.now - hit.windowMs) + hit.cost <= hit.limit;
  if (isAllowed && isCounting) inWindow.push({ at: hit.now, cost: hit.cost });

  const fits = (time: number) => sum(time - hit.windowMs) + hit.cost <= hit.limit;
  const moments = [hit.now, ...inWindow.map(({ at }) => at + hit.windowMs)];
  const retryAt = moments.find((time) => fits(time)) ?? hit.now + hit.windowMs;
  return {
    isAllowed,
    remaining: hit.limit - sum(hit.now - hit.windowMs),
    resetAt: Math.max(hit.now, ...inWindow.map(({ at }) => at + hit.windowMs)),
    retryAfterMs: retryAt - hit.now,
  };
}
