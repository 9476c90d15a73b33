import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { askSlot, askWindow, probeRedis, type RedisNeeds } from './ask-redis.ts';
import type { RedisLink } from './redis-link.ts';
import { ACQUIRE, WINDOW } from './scripts.ts';

const limits = { ...LIMITS.counters, keyCharactersMax: 10 };

function begin(answer: unknown, time: RedisNeeds['time'] = 'clock') {
  const calls: { script: unknown; key: string; values: readonly string[] }[] = [];
  const removed: [key: string, member: string][] = [];
  const state = { isUp: true, isFailing: false, failures: 0 };
  const link: RedisLink = {
    isUp: () => state.isUp,
    run: async (script, key, values) => {
      calls.push({ script, key, values });
      return answer;
    },
    removeMember: async (key, member) => {
      if (state.isFailing) throw new Error('away');
      removed.push([key, member]);
    },
    reportFailure: () => void (state.failures += 1),
    [Symbol.asyncDispose]: async () => {},
  };
  const needs: RedisNeeds = { clock: { now: () => 5_000.7 }, limits, link, time };
  return { needs, calls, removed, state, link };
}

const HIT = { limit: 10, windowMs: 60_000, cost: 2, isCounting: true };

test('a window is asked for under its length and key, with all its numbers', async () => {
  const { needs, calls } = begin([1, 4, 700, 0]);

  const state = await askWindow(needs, 'ip:1', HIT);

  assert.deepEqual(state, { isAllowed: true, remaining: 6, resetAt: 5_700, retryAfterMs: 0 });
  assert.deepEqual(calls, [
    {
      script: WINDOW,
      key: 'xplain:window:60000:ip:1',
      values: ['5000', '10', '60000', '2', '1', '3660000'],
    },
  ]);
});

test('by the time of the server no time is handed over, and a key lives a second longer', async () => {
  const { needs, calls } = begin([0, 12, 700, 30], 'server');

  const state = await askWindow(needs, 'ip:1', { ...HIT, isCounting: false });

  assert.deepEqual(state, { isAllowed: false, remaining: 0, resetAt: 5_700, retryAfterMs: 30 });
  assert.deepEqual(calls[0]?.values, ['', '10', '60000', '2', '0', '61000']);
});

test('a long key is asked for by its hash, one of the longest length as it is', async () => {
  const { needs, calls } = begin([1, 1, 1, 1]);
  await askWindow(needs, 'k'.repeat(10), HIT);
  await askWindow(needs, 'k'.repeat(11), HIT);

  assert.deepEqual(
    calls.map(({ key }) => key),
    [
      'xplain:window:60000:kkkkkkkkkk',
      'xplain:window:60000:sha256:S7HEyFJZkwzvcmWaiUXHLcyhvoe4jpnwRQqp1fD9pl4',
    ],
  );
});

const WRONG: readonly unknown[] = [[1, 1, 1], [1, 1, 1, 1, 1], [1, 1, 1, '1'], 1, null, 'OK'];
for (const answer of WRONG) {
  test(`the answer ${JSON.stringify(answer)} is none of a window`, async () => {
    await assert.rejects(askWindow(begin(answer).needs, 'k', HIT), {
      message: 'unexpected response from the shared counters',
    });
  });
}

test('a place is taken under a name of its own, and freed by it once', async () => {
  const { needs, calls, removed } = begin(1);

  const slot = await askSlot(needs, 'org', 3, 9_000);
  await slot?.release();

  const [call] = calls;
  const holder = call?.values[3] ?? '';
  assert.match(holder, /^[0-9A-Za-z]{22}$/);
  assert.deepEqual(calls, [
    {
      script: ACQUIRE,
      key: 'xplain:slots:org',
      values: ['5000', '3', '9000', holder, '3609000'],
    },
  ]);
  assert.deepEqual(removed, [['xplain:slots:org', holder]]);
});

test('no place is none, and only a place makes one', async () => {
  assert.equal(await askSlot(begin(0).needs, 'org', 3, 9_000), undefined);
  await assert.rejects(askSlot(begin([1, 1]).needs, 'org', 3, 9_000), /unexpected response/);
});

test('a place that cannot be freed is reported, and not even tried while the server is away', async () => {
  const { needs, state, removed } = begin(1);
  const slot = await askSlot(needs, 'org', 3, 9_000);
  state.isFailing = true;
  await slot?.release();
  assert.equal(state.failures, 1);

  state.isUp = false;
  await slot?.release();

  assert.deepEqual([state.failures, removed], [1, []]);
});

test('a probe is a hit like any other', async () => {
  const { link, calls } = begin('OK');
  await probeRedis(link);

  assert.deepEqual(calls, [
    { script: WINDOW, key: 'xplain:probe', values: ['', '1', '1000', '1', '1', '1000'] },
  ]);
});
