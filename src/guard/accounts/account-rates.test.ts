import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AccountsUnderTest,
  type Browser,
  startAccounts,
} from '../../../test/support/guard/start-accounts.ts';
import * as contract from '../../contract/accounts.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { RATES } from '../../spec/rates.ts';

type Name = keyof typeof ENDPOINTS;

const ENDPOINTS = Object.fromEntries(
  Object.entries(contract).filter(([, value]) => typeof value === 'object' && 'url' in value),
) as Record<string, Endpoint>;

/** Those that try nothing: for whoever is signed in they have a row of their own. */
const FOR_SESSIONS: readonly Name[] = [
  'getSession',
  'listProviders',
  'listSessions',
  'revokeSession',
  'revokeOtherSessions',
  'signOut',
  'revokeSessions',
];

test('every endpoint under /api/auth is here, and those for sessions are seven', () => {
  const urls = Object.values(ENDPOINTS).map(({ url }) => url);

  assert.deepEqual(
    urls.filter((url) => !url.startsWith('/api/auth/')),
    [],
  );
  assert.equal(urls.length, 17);
  assert.deepEqual(
    Object.keys(ENDPOINTS).filter((name) => ENDPOINTS[name]?.config.rate !== 'auth'),
    Object.keys(ENDPOINTS).filter((name) => FOR_SESSIONS.includes(name)),
  );
});

/** What whoever wants to sign in has to read before; nobody proves anything by it. */
const OPEN_LOOKS: readonly Name[] = ['getSession', 'listProviders'];

test('two of them are open to strangers', () => {
  assert.deepEqual(
    Object.keys(ENDPOINTS).filter((name) => ENDPOINTS[name]?.config.isOpenLook),
    OPEN_LOOKS,
  );
});

test('without a session each of them takes one of the same five, but for a look without a cookie', async (t) => {
  const rates = { auth: 1_000, session: RATES.session.perMinute, failures: 500 };
  const app = await startAccounts(t, { rates });
  const strangers = await strangersOf(app);
  let left: number | undefined;

  for (const [who, stranger] of Object.entries(strangers)) {
    for (const name of Object.keys(ENDPOINTS)) {
      const { headers } = await call(stranger(), name);
      const reported = ['limit', 'remaining'].map((of) => Number(headers.get(`x-ratelimit-${of}`)));
      if (who === 'nobody' && OPEN_LOOKS.includes(name)) {
        assert.equal(reported[0], rates.session, `${who} at ${name}`);
        continue;
      }
      left ??= reported[1];
      assert.deepEqual(reported, [rates.auth, left], `${who} at ${name}`);
      left = (left ?? 0) - 1;
    }
  }
});

test('whoever visits the page to sign in has five attempts, however often they load it', async (t) => {
  const app = await startAccounts(t, {
    rates: { auth: RATES.auth.perMinute, session: RATES.session.perMinute },
  });
  const browser = app.browser();
  const statuses: number[][] = [];

  for (let attempt = 0; attempt <= RATES.auth.perMinute; attempt++) {
    const visit: number[] = [];
    for (const name of [...OPEN_LOOKS, 'signIn']) visit.push((await call(browser, name)).status);
    statuses.push(visit);
  }

  assert.deepEqual(statuses, [
    [200, 200, 401],
    [200, 200, 401],
    [200, 200, 401],
    [200, 200, 401],
    [200, 200, 401],
    [200, 200, 429],
  ]);
});

test('when the five are used up, strangers may only look, and whoever has a session is served at all seven', async (t) => {
  const signIns = 2 * 3;
  const rates = {
    auth: signIns + RATES.auth.perMinute,
    session: RATES.session.perMinute,
    failures: RATES.failures.perMinute,
  };
  const app = await startAccounts(t, { rates });
  const ada = await app.member('ada@example.com');
  const bob = await app.member('bob@example.com');
  const strangers = { nobody: app.browser, 'a wrong cookie': () => withCookies(app, WRONG) };

  const within = [];
  for (const name of FOR_SESSIONS.slice(0, RATES.auth.perMinute)) {
    within.push((await call(withCookies(app, WRONG), name)).status);
  }

  assert.deepEqual(within, [200, 200, 401, 401, 401]);
  for (const [who, stranger] of Object.entries(strangers)) {
    for (const name of Object.keys(ENDPOINTS)) {
      const { status, code } = await call(stranger(), name);
      const isLook = who === 'nobody' && OPEN_LOOKS.includes(name);
      const expected = isLook ? [200, ''] : [429, 'RATE_LIMITED'];
      assert.deepEqual([status, code ?? ''], expected, `${who} at ${name}`);
    }
  }
  for (const name of FOR_SESSIONS) {
    const { status, headers } = await call(name === 'revokeSessions' ? bob : ada, name);
    const limit = Number(headers.get('x-ratelimit-limit'));
    assert.deepEqual([status, limit], [200, RATES.session.perMinute], name);
  }
});

test('who is signed in has sixty a minute and address, and the next is refused', async (t) => {
  const app = await startAccounts(t, { rates: { session: RATES.session.perMinute } });
  const ada = await app.member();
  const statuses: number[] = [];

  for (let count = 0; count <= RATES.session.perMinute; count += 1) {
    statuses.push((await call(ada, 'getSession')).status);
  }

  assert.deepEqual([statuses.at(-2), statuses.at(-1)], [200, 429]);
});

const WRONG = new Map([['xplain.session_token', 'made.up']]);

/** Everybody without a valid session, each time anew, since some of the calls sign in. */
async function strangersOf(app: AccountsUnderTest): Promise<Record<string, () => Browser>> {
  const ada = await app.member();
  const ended = new Map(ada.cookies);
  await call(ada, 'signOut');
  return {
    nobody: app.browser,
    'a wrong cookie': () => withCookies(app, WRONG),
    'a session that has ended': () => withCookies(app, ended),
  };
}

function withCookies(app: AccountsUnderTest, cookies: ReadonlyMap<string, string>): Browser {
  const browser = app.browser();
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

async function call(browser: Browser, name: Name) {
  const endpoint = ENDPOINTS[name];
  assert.ok(endpoint !== undefined);
  const { method, docs } = endpoint;
  assert.ok(method === 'GET' || method === 'POST');
  const params: Readonly<Record<string, string>> = docs.example.params ?? {};
  const path = endpoint.url.replaceAll(/:(\w+)/g, (_, part: string) => params[part] ?? '');
  return browser.send(method, path, docs.example.body);
}
