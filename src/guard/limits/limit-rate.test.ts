import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAccess } from '../../../test/support/open-access.ts';
import {
  startAccess,
  type AccessAppOptions,
  type Answer,
} from '../../../test/support/start-access.ts';
import type { App } from '../../http/app.ts';
import { LIMITS } from '../../spec/limits.ts';
import { RATES, type RateName } from '../../spec/rates.ts';

const HEADERS = [
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
] as const;

/** One endpoint per row of the table. */
function mount(app: App): void {
  for (const [name, { scope }] of Object.entries(RATES)) {
    const rate = name as RateName;
    const permission = scope === 'address' ? 'public' : 'logs:read';
    const url = `/${rate}`;
    const handler = () => ({ data: true });
    app.route({ method: 'GET', url, config: { permission, rate, body: 'none' }, handler });
  }
}

async function start(t: TestContext, options: AccessAppOptions = {}) {
  const access = await openAccess(t);
  const first = await access.newOrganization();
  const second = await access.newOrganization();
  const rates = { ingest: 3, otlp: 3, logs: 4, search: 2, auth: 2, public: 2, evaluation: 2 };
  const { call } = startAccess(t, access, { mount, rates, ...options });
  return { access, first, second, call };
}

function headersOf(answer: Answer): (number | undefined)[] {
  return HEADERS.map((name) => {
    const value = answer.headers[name];
    return value === undefined ? undefined : Number(value);
  });
}

test('every limited answer carries the four headers, and a refused one says when to come back', async (t) => {
  const { access, first, call } = await start(t);
  const windowSeconds = LIMITS.rates.windowMs / 1_000;
  const now = access.clock.now() / 1_000;

  const answers = [];
  for (let count = 0; count < 4; count++) {
    answers.push(await call('GET /ingest', { as: first.owner }));
    access.clock.advance(10_000);
  }

  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 429],
  );
  assert.deepEqual(answers.map(headersOf), [
    [0, 3, 2, now + windowSeconds],
    [0, 3, 1, now + 10 + windowSeconds],
    [40, 3, 0, now + 20 + windowSeconds],
    [30, 3, 0, now + 20 + windowSeconds],
  ]);
  assert.equal(answers[3]?.body.code, 'RATE_LIMITED');
  assert.match(
    answers[3]?.body.error ?? '',
    /^Your organization has made 3 ingest requests in the last minute, the maximum allowed\. Try again in 30 s\.$/,
  );

  // At 40 s; the first request leaves the window at 60 s.
  access.clock.advance(19_999);
  assert.equal((await call('GET /ingest', { as: first.owner })).status, 429);
  access.clock.advance(1);
  assert.equal((await call('GET /ingest', { as: first.owner })).status, 200);
});

test('a row of an organization is shared by all its credentials, and by nobody else’s', async (t) => {
  const { access, first, second, call } = await start(t);
  const key = await access.newKey(first.owner);
  const viewer = await access.join(first.id, 'viewer');

  for (const as of [first.owner, key, viewer]) {
    assert.equal((await call('GET /otlp', { as })).status, 200);
  }

  for (const as of [first.owner, key, viewer]) {
    assert.equal((await call('GET /otlp', { as })).status, 429);
  }
  assert.equal((await call('GET /otlp', { as: second.owner })).status, 200);
  assert.equal((await call('GET /ingest', { as: first.owner })).status, 200, 'another row');
});

test('search counts narrowly for people and with the log API for programs', async (t) => {
  const { access, first, call } = await start(t);
  const key = await access.newKey(first.owner);
  const token = await access.newToken(first.owner);
  const limits = [];

  for (const as of [first.owner, key, token]) {
    limits.push(headersOf(await call('GET /search', { as })).slice(1, 3));
  }
  limits.push(headersOf(await call('GET /logs', { as: key })).slice(1, 3));

  assert.deepEqual(limits, [
    [2, 1],
    [4, 3],
    [4, 2],
    [4, 1],
  ]);
});

test('a row of a caller is each person’s own in an organization, whatever token they use', async (t) => {
  const { access, first, call } = await start(t);
  const one = await access.newToken(first.owner);
  const two = await access.newToken(first.owner);
  const statusOf = async (as: string) => (await call('GET /evaluation', { as })).status;

  assert.deepEqual(
    [await statusOf(one), await statusOf(two), await statusOf(one), await statusOf(two)],
    [200, 200, 429, 429],
  );
  const other = await access.newToken(await access.join(first.id, 'member'));
  assert.equal(await statusOf(other), 200);
});

test('a row of an address counts IPv4 by address and IPv6 by the network of one customer', async (t) => {
  const { call } = await start(t);
  const statusesOf = async (addresses: string[]) => {
    const statuses = [];
    for (const from of addresses) statuses.push((await call('GET /public', { from })).status);
    return statuses;
  };

  assert.deepEqual(
    await statusesOf(['198.51.100.1', '::ffff:198.51.100.1', '198.51.100.1', '198.51.100.2']),
    [200, 200, 429, 200],
  );
  assert.deepEqual(
    await statusesOf([
      '2001:db8:0:1::1',
      '2001:db8:0:1::2',
      '2001:db8:0:1:ffff::3',
      '2001:db8:0:2::1',
    ]),
    [200, 200, 429, 200],
  );
});

test('a forwarded address counts only from a proxy that is trusted', async (t) => {
  const plain = await start(t);
  const behind = await start(t, { trustedProxies: ['10.0.0.0/8'] });
  const askThrough = async ({ call }: typeof plain, proxy: string) => {
    const statuses = [];
    for (let client = 1; client <= 3; client++) {
      const headers = { 'x-forwarded-for': `198.51.100.${client}` };
      statuses.push((await call('GET /auth', { from: proxy, headers })).status);
    }
    return statuses;
  };

  assert.deepEqual(await askThrough(plain, '10.0.0.1'), [200, 200, 429]);
  assert.deepEqual(await askThrough(behind, '192.0.2.1'), [200, 200, 429]);
  assert.deepEqual(await askThrough(behind, '10.0.0.1'), [200, 200, 200]);
});

test('a row that is off counts nothing and tells nothing', async (t) => {
  const { first, call } = await start(t, { rates: { ingest: 0 } });

  for (let count = 0; count < 50; count++) {
    const answer = await call('GET /ingest', { as: first.owner });
    assert.equal(answer.status, 200);
    assert.deepEqual(headersOf(answer), [undefined, undefined, undefined, undefined]);
  }
});

test('whoever is not let in is not counted', async (t) => {
  const { first, call } = await start(t);
  for (let count = 0; count < 10; count++) {
    const answer = await call('GET /ingest');
    assert.equal(answer.status, 401);
    assert.equal(answer.headers['x-ratelimit-limit'], undefined);
  }

  const answer = await call('GET /ingest', { as: first.owner });

  assert.deepEqual(headersOf(answer).slice(1, 3), [3, 2]);
});

test('credentials that are refused count by address, and those that are right are still let in', async (t) => {
  const { access, first, call } = await start(t, { rates: { failures: 3 } });
  const wrong = (from: string) => call('GET /logs', { as: 'xp_live_wrong', from });

  for (let count = 0; count < 3; count++) assert.equal((await wrong('192.0.2.9')).status, 401);
  const refused = await wrong('192.0.2.9');
  const elsewhere = await wrong('192.0.2.10');
  const right = await call('GET /logs', { as: first.owner, from: '192.0.2.9' });
  access.clock.advance(LIMITS.rates.windowMs + 1);
  const later = await wrong('192.0.2.9');

  assert.equal(refused.status, 429);
  assert.equal(refused.body.code, 'RATE_LIMITED');
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.deepEqual([elsewhere.status, right.status, later.status], [401, 200, 401]);
});

test('the operator’s token cannot be guessed for ever either', async (t) => {
  const { call } = await start(t, {
    rates: { failures: 3 },
    operatorToken: 'right',
    mount: (app) =>
      app.route({
        method: 'GET',
        url: '/operator',
        config: { permission: 'operator', rate: 'management', body: 'none' },
        handler: () => ({ data: true }),
      }),
  });

  const statuses: number[] = [];
  for (let count = 0; count < 4; count++) {
    statuses.push((await call('GET /operator', { as: 'wrong' })).status);
  }

  assert.deepEqual(statuses, [401, 401, 401, 429]);
  assert.equal((await call('GET /operator', { as: 'right' })).status, 200);
});

test('the management row counts an organization, and before one is chosen a person', async (t) => {
  const { first, second, call } = await start(t, {
    rates: { management: 2 },
    mount: (app) => {
      const handler = () => ({ data: true });
      const common = { rate: 'management', body: 'none' } as const;
      const [read, mine] = [{ permission: 'logs:read' }, { permission: 'session' }] as const;
      app.route({ method: 'GET', url: '/read', config: { ...read, ...common }, handler });
      app.route({ method: 'GET', url: '/mine', config: { ...mine, ...common }, handler });
    },
  });
  const ask = async (url: string, as: typeof first.owner) => {
    const statuses: number[] = [];
    for (let count = 0; count < 3; count++) {
      statuses.push((await call(`GET ${url}`, { as })).status);
    }
    return statuses;
  };

  assert.deepEqual(await ask('/read', first.owner), [200, 200, 429]);
  assert.deepEqual(await ask('/read', second.owner), [200, 200, 429]);
  assert.deepEqual(await ask('/mine', first.owner), [200, 200, 429]);
});

test('the defaults are the specification’s, and a minute never holds more, whatever the shape', async (t) => {
  const expected = { ingest: 10_000, otlp: 10_000, logs: 100, search: 10, auth: 5, public: 5 };
  for (const [name, perMinute] of Object.entries(expected)) {
    assert.equal(RATES[name as RateName].perMinute, perMinute, name);
  }
  const { access, first, call } = await start(t, { rates: {} });
  const { windowMs } = LIMITS.rates;
  const [burstFactor, burstMsMax] = [2, 10_000];

  // The specification's burst: twice the pace for ten seconds. The window as a whole stays within the limit.
  const inBurst = Math.floor((RATES.logs.perMinute / windowMs) * burstMsMax * burstFactor);
  for (let count = 0; count < inBurst; count++) {
    assert.equal((await call('GET /logs', { as: first.owner })).status, 200);
  }
  access.clock.advance(burstMsMax);
  let passed = inBurst;
  for (let count = 0; count < RATES.logs.perMinute; count++) {
    if ((await call('GET /logs', { as: first.owner })).status === 200) passed += 1;
  }
  assert.equal(passed, RATES.logs.perMinute);
});

for (const areCountersShared of [false, true]) {
  test(`what cannot be read counts on a row of its own, which ends too, and before anything is read${areCountersShared ? ', by shared counters' : ''}`, async (t) => {
    let reads = 0;
    const { access, first, call } = await start(t, {
      rates: { search: 2, unreadable: 3 },
      areCountersShared,
      mount: (app) =>
        app.route({
          method: 'GET',
          url: '/asked/:word',
          config: {
            permission: 'logs:read',
            rate: 'search',
            body: 'none',
            isCountedByHandler: true,
          },
          handler: async (request) => {
            await request.countRate(() => {
              reads += 1;
              return !request.url.endsWith('/broken');
            });
            return { data: true };
          },
        }),
    });
    const ask = (word: string, as = first.owner) => call(`GET /asked/${word}`, { as });

    for (let count = 0; count < 3; count += 1) assert.equal((await ask('broken')).status, 200);
    const flooded = await ask('broken');
    assert.equal(reads, 3, 'the fourth is not read any more');
    assert.equal(flooded.status, 429);
    assert.match(flooded.body.error ?? '', /^You have made 3 searches with syntax errors/);
    const other = await access.join(first.id, 'viewer');
    for (let count = 0; count < 2; count += 1) assert.equal((await ask('good', other)).status, 200);
    const refused = await ask('good', other);

    assert.equal(refused.status, 429);
    assert.match(
      refused.body.error ?? '',
      /^Your organization has made 2 searches in the last minute/,
    );
    access.clock.advance(LIMITS.rates.windowMs + 1);
    assert.equal((await ask('good')).status, 200);
  });
}
