/** The limit by itself, without the gate before it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/support/fake-clock.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import type { Actor } from '../../base/actor.ts';
import { organizationId, userId } from '../../base/ids.ts';
import type { EndpointConfig } from '../../contract/endpoint.ts';
import type { WindowState } from '../../engines/counters/counters.ts';
import { openMemoryCounters } from '../../engines/counters/memory/open-memory-counters.ts';
import type { Reply, Request } from '../../http/gate.ts';
import { RATES, type RateName } from '../../spec/rates.ts';
import { createLimitRate, type RateNeeds } from './limit-rate.ts';

interface Asked {
  readonly rate: EndpointConfig['rate'];
  readonly caller?: object;
  readonly ip?: string;
  readonly isOpenLook?: true;
  readonly isFollowUp?: true;
  readonly isLook?: boolean;
}

/** The limit alone: every row takes one request, unless said otherwise. */
function limitAlone(change: Partial<RateNeeds> = {}) {
  const headers = new Map<string, unknown>();
  const reply = {
    header: (name: string, value: unknown) => void headers.set(name, value),
  } as unknown as Reply;
  const names = Object.keys(RATES) as RateName[];
  const limitRate = createLimitRate({
    counters: openMemoryCounters({ clock: fakeClock(), limits: LIMITS.counters }),
    rates: Object.fromEntries(names.map((name) => [name, 1])) as RateNeeds['rates'],
    limits: LIMITS.rates,
    readSession: async () => undefined,
    presentsSession: () => false,
    ...change,
  });
  const ask = async ({ caller, ip = '192.0.2.1', isLook, ...config }: Asked) => {
    const request = { caller, ip } as Request;
    const asked = { permission: 'public', body: 'none', ...config } as const;
    headers.clear();
    await limitRate(request, reply, asked, isLook);
    return Object.fromEntries(headers);
  };
  return { ask, isRefused: (asked: Asked) => ask(asked).then(isTaken, wasLimited) };
}

const isTaken = () => false;

function wasLimited(error: unknown): true {
  assert.equal((error as { code?: string }).code, 'RATE_LIMITED');
  return true;
}

test('seconds are rounded up, in the headers and to whoever is refused', async () => {
  const answering = (state: WindowState) =>
    limitAlone({ counters: { hit: () => state, peek: () => state } });
  const used = { remaining: 0, resetAt: 1_790_000_000_001, retryAfterMs: 59_001 };
  const none = { remaining: 7, resetAt: 1_790_000_000_000, retryAfterMs: 0 };

  assert.deepEqual(await answering({ ...used, isAllowed: true }).ask({ rate: 'public' }), {
    'x-ratelimit-limit': 1,
    'x-ratelimit-remaining': 0,
    'x-ratelimit-reset': 1_790_000_001,
    'retry-after': 60,
  });
  assert.deepEqual(await answering({ ...none, isAllowed: true }).ask({ rate: 'public' }), {
    'x-ratelimit-limit': 1,
    'x-ratelimit-remaining': 7,
    'x-ratelimit-reset': 1_790_000_000,
    'retry-after': 0,
  });
  await assert.rejects(answering({ ...used, isAllowed: false }).ask({ rate: 'public' }), {
    message:
      'Your IP address has made 1 requests in the last minute, the maximum allowed. Try again in 60 s.',
    facts: { retryAfterSeconds: 60 },
  });
  await assert.rejects(answering({ ...none, isAllowed: false }).ask({ rate: 'public' }), {
    facts: { retryAfterSeconds: 1 },
  });
});

test('whoever guesses is not told how many guesses are left', async () => {
  const { ask, isRefused } = limitAlone();

  assert.deepEqual(await ask({ rate: 'failures' }), {});
  assert.equal(await isRefused({ rate: 'failures' }), true);
  assert.equal(Object.keys(await ask({ rate: 'public' })).length, 4);
});

test('a look counts nothing and tells nothing, and refuses where the row is full', async () => {
  const names = Object.keys(RATES) as RateName[];
  const off = Object.fromEntries(names.map((name) => [name, 0])) as RateNeeds['rates'];
  const { ask, isRefused } = limitAlone();
  const nowhere = limitAlone({ rates: off });

  assert.deepEqual(await ask({ rate: 'public', isLook: true }), {});
  assert.deepEqual(await ask({ rate: 'public', isLook: true }), {});
  assert.equal((await ask({ rate: 'public' }))['x-ratelimit-remaining'], 0);
  assert.equal(await isRefused({ rate: 'public', isLook: true }), true);
  assert.equal(await isRefused({ rate: 'auth', isLook: true }), false);
  assert.equal(await isRefused({ rate: 'none', isLook: true }), false);
  assert.deepEqual(await nowhere.ask({ rate: 'public', isLook: true }), {});
  assert.deepEqual(await nowhere.ask({ rate: 'public' }), {});
});

test('a search brings its follow-ups, and without one, or beyond them, each is a search', async () => {
  const each = LIMITS.rates.followUpsPerSearch;
  const search = { rate: 'logs' } as const;
  const look = { ...search, isFollowUp: true } as const;
  const { ask, isRefused } = limitAlone();
  const alone = limitAlone();

  assert.equal((await ask(search))['x-ratelimit-remaining'], 0);
  for (let count = 0; count < each; count += 1) assert.equal(await isRefused(look), false);
  assert.equal(await isRefused(look), true);
  assert.equal((await alone.ask(look))['x-ratelimit-remaining'], 0);
  assert.equal(await alone.isRefused(search), true);
});

test('at the endpoints about the session strangers count as attempts, unless they only look', async () => {
  /** The row that is full after the request. */
  const rowOf = async (asked: Omit<Asked, 'rate'>, has: { cookie: boolean; session: boolean }) => {
    const { ask, isRefused } = limitAlone({
      presentsSession: () => has.cookie,
      readSession: async () => (has.session ? {} : undefined),
    });
    await ask({ rate: 'session', ...asked });
    const isAuth = await isRefused({ rate: 'auth', isLook: true });
    return [isAuth, await isRefused({ rate: 'session', isLook: true })];
  };
  const [auth, session] = [
    [true, false],
    [false, true],
  ];
  const nobody = { cookie: false, session: false };
  const refused = { cookie: true, session: false };
  const signedIn = { cookie: true, session: true };
  const caller = { user: { id: userId('usr_1') } };

  assert.deepEqual(await rowOf({}, nobody), auth);
  assert.deepEqual(await rowOf({}, refused), auth);
  assert.deepEqual(await rowOf({}, signedIn), session);
  assert.deepEqual(await rowOf({ isOpenLook: true }, nobody), session);
  assert.deepEqual(await rowOf({ isOpenLook: true }, refused), auth);
  assert.deepEqual(await rowOf({ isOpenLook: true }, signedIn), session);
  assert.deepEqual(await rowOf({ caller }, refused), session);

  const { ask, isRefused } = limitAlone();
  await ask({ rate: 'public', caller });
  assert.equal(await isRefused({ rate: 'public', isLook: true }), true);
  assert.equal(await isRefused({ rate: 'auth', isLook: true }), false);
});

test('who counts together: credentials of one person, an organization’s jobs, else an address', async () => {
  const organization = organizationId('org_1');
  const by = (who: object, of = organization): Pick<Asked, 'caller'> => ({
    caller: { actor: { organization: of, who: who as Actor['who'] } },
  });
  const person = (id: string, of = organization) => by({ kind: 'user', id: userId(id) }, of);
  const token = (id: string, user: string, of = organization) =>
    by({ kind: 'access_token', id, user: userId(user) }, of);
  const key = (id: string) => by({ kind: 'api_key', id });
  const job = (of = organization) => by({ kind: 'system', job: 'alerts' }, of);
  const chosenNone = (id: string) => ({ caller: { user: { id: userId(id) } } });
  const elsewhere = organizationId('org_2');
  const areOne = async (
    rate: RateName,
    one: Pick<Asked, 'caller' | 'ip'>,
    other: Pick<Asked, 'caller' | 'ip'>,
  ) => {
    const { ask, isRefused } = limitAlone();
    await ask({ rate, ip: '192.0.2.1', ...one });
    return isRefused({ rate, ip: '192.0.2.2', ...other });
  };

  assert.equal(await areOne('evaluation', person('usr_1'), person('usr_1')), true);
  assert.equal(await areOne('evaluation', person('usr_1'), token('tok_1', 'usr_1')), true);
  assert.equal(await areOne('evaluation', person('usr_1'), person('usr_2')), false);
  assert.equal(await areOne('evaluation', person('usr_1'), person('usr_1', elsewhere)), false);
  const mine = token('tok_1', 'usr_1');
  assert.equal(await areOne('evaluation', mine, token('tok_2', 'usr_1')), true);
  assert.equal(await areOne('evaluation', mine, token('tok_1', 'usr_2')), false);
  assert.equal(await areOne('evaluation', mine, token('tok_1', 'usr_1', elsewhere)), false);
  assert.equal(await areOne('evaluation', key('key_1'), key('key_1')), true);
  assert.equal(await areOne('evaluation', key('key_1'), key('key_2')), false);
  assert.equal(await areOne('evaluation', job(), job()), true);
  assert.equal(await areOne('evaluation', job(), job(elsewhere)), false);
  assert.equal(await areOne('evaluation', {}, {}), false);
  assert.equal(await areOne('evaluation', {}, { ip: '192.0.2.1' }), true);

  assert.equal(await areOne('management', person('usr_1'), key('key_1')), true);
  assert.equal(await areOne('management', person('usr_1'), person('usr_1', elsewhere)), false);
  assert.equal(await areOne('management', chosenNone('usr_1'), chosenNone('usr_1')), true);
  assert.equal(await areOne('management', chosenNone('usr_1'), chosenNone('usr_2')), false);
  assert.equal(await areOne('management', {}, { ip: '192.0.2.1' }), true);
  assert.equal(await areOne('management', {}, {}), false);

  assert.equal(await areOne('public', person('usr_1'), person('usr_1')), false);
  assert.equal(await areOne('public', person('usr_1'), { ip: '192.0.2.1' }), true);
});
