import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { silentLog } from '../../base/log.ts';
import { systemClock } from '../../base/clock.ts';
import { openPostgres } from '../../engines/metadata/postgres/open-postgres.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { forgetExpiredSessions } from './forget-expired.ts';
import {
  PASSWORD,
  SECRET,
  startAccounts,
  type Browser,
} from '../../../test/support/guard/start-accounts.ts';
import { startPostgres } from '../../../test/support/metadata/start-postgres.ts';

const EMAIL = 'ada@example.com';
const DAY_MS = 86_400_000;

async function isIn(person: Browser): Promise<boolean> {
  return (await person.send('GET', '/api/v1/organizations')).status === 200;
}

async function sessionsOf(person: Browser) {
  const answer = await person.send('GET', '/api/auth/list-sessions');
  return answer.body as { id: string; token: string; isCurrent: boolean; userAgent: string }[];
}

test('sessions are listed, and ended one by one, all others, or all', async (t) => {
  const { browser, member, audit } = await startAccounts(t);
  const here = await member();
  const others = [browser(), browser(), browser()];
  for (const other of others) {
    await other.send('POST', '/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD });
    assert.equal(await isIn(other), true);
  }
  const [first, second] = others as [Browser, Browser];
  const [named] = (await sessionsOf(first)).filter(({ isCurrent }) => isCurrent);

  const listed = await sessionsOf(here);
  await here.send('POST', '/api/auth/revoke-session', { token: named?.token });
  const afterOne = await Promise.all([isIn(here), ...others.map(isIn)]);
  await here.send('POST', '/api/auth/revoke-other-sessions');
  const afterOthers = await Promise.all([isIn(here), isIn(second)]);
  await here.send('POST', '/api/auth/revoke-sessions');

  assert.equal(listed.length, 4);
  const ended = (await audit()).filter(({ action }) => action === 'user.sessions_ended');
  assert.deepEqual(
    ended.map(({ details }) => details),
    [{ sessions: 1 }, { sessions: 2 }, { sessions: 1 }],
  );
  assert.equal(listed.filter(({ isCurrent }) => isCurrent).length, 1);
  assert.deepEqual(afterOne, [true, false, true, true]);
  assert.deepEqual(afterOthers, [true, false]);
  assert.equal(await isIn(here), false);
});

test('what the store has of a session opens nothing, even for who can sign cookies', async (t) => {
  const { browser, member, metadata } = await startAccounts(t);
  const ada = await member();
  const [name = '', value = ''] = [...ada.cookies][0] ?? [];
  const [token = '', signature = ''] = decodeURIComponent(value).split('.', 2);
  const { token: stored } = await metadata.db
    .selectFrom('sessions')
    .select('token')
    .executeTakeFirstOrThrow();
  const signed = (text: string): string =>
    createHmac('sha256', SECRET).update(text).digest('base64');

  assert.equal(signed(token), signature, 'this is how cookies are signed');
  assert.notEqual(stored, token);
  const thief = browser();
  thief.cookies.set(name, encodeURIComponent(`${stored}.${signed(stored)}`));
  assert.equal(await isIn(thief), false);
  thief.cookies.set(name, encodeURIComponent(`${token}.${signed(token)}`));
  assert.equal(await isIn(thief), true);
  for (const session of await sessionsOf(ada)) {
    assert.deepEqual([session.token, session.token === token], [session.id, false]);
  }
});

test('nobody ends the session of somebody else', async (t) => {
  const { member } = await startAccounts(t);
  const ada = await member();
  const mallory = await member('mallory@example.com');
  const [session] = await sessionsOf(ada);

  await mallory.send('POST', '/api/auth/revoke-session', { token: session?.token });

  assert.equal(await isIn(ada), true);
});

test('a session lasts its days from the last refresh, and is refreshed after one day', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { member } = await startAccounts(t);
  const ada = await member();

  t.mock.timers.tick(LIMITS.sessions.refreshAgeMs - 60_000);
  ada.received.length = 0;
  await isIn(ada);
  const beforeADay = ada.received.length;
  t.mock.timers.tick(LIMITS.sessions.cookieCacheMs + 60_000);
  await isIn(ada);
  const refreshed = ada.received.filter((text) => text.startsWith('xplain.session_token='));
  t.mock.timers.tick(LIMITS.sessions.durationMs - DAY_MS);
  const lives = await isIn(ada);
  t.mock.timers.tick(LIMITS.sessions.durationMs + LIMITS.sessions.cookieCacheMs);
  const isOver = !(await isIn(ada));

  assert.equal(beforeADay, 0);
  assert.equal(refreshed.length, 1);
  assert.deepEqual([lives, isOver], [true, true]);
});

test('without a refresh a session is over after its days, to the second', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { member } = await startAccounts(t);
  const ada = await member();

  t.mock.timers.tick(LIMITS.sessions.durationMs + 1);

  assert.equal(await isIn(ada), false);
});

test('what has expired is cleared away, and nothing else', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { browser, member, metadata } = await startAccounts(t);
  await member();
  t.mock.timers.tick(LIMITS.sessions.durationMs);
  const here = browser();
  await here.send('POST', '/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD });

  await forgetExpiredSessions({ metadata, clock: systemClock });

  const left = await metadata.db.selectFrom('sessions').select('id').execute();
  assert.deepEqual([left.length, await isIn(here)], [1, true]);
});

test('a cookie is believed for minutes without a look at the store', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { member, metadata } = await startAccounts(t);
  const ada = await member();
  await isIn(ada);
  // Behind the back of the product, so that nobody is told.
  await metadata.db.deleteFrom('sessions').execute();

  t.mock.timers.tick(LIMITS.sessions.cookieCacheMs - 1);
  const believed = await isIn(ada);
  t.mock.timers.tick(1);

  assert.deepEqual([believed, await isIn(ada)], [true, false]);
});

test('forged and tampered cookies are nobody', async (t) => {
  const { browser, member, metadata } = await startAccounts(t);
  const ada = await member();
  const [name = '', value = ''] = [...ada.cookies][0] ?? [];
  const { token } = await metadata.db
    .selectFrom('sessions')
    .select('token')
    .executeTakeFirstOrThrow();
  const forgeries = [
    token,
    `${token}.`,
    `${token}.AAAA`,
    `${value.slice(0, -4)}AAA%3D`,
    `x${value}`,
    value.replace(/^./, (letter) => (letter === 'a' ? 'b' : 'a')),
    'a'.repeat(5_000),
    '%00',
    '%E0%A4%A',
    '',
  ];

  for (const forgery of forgeries) {
    const thief = browser();
    thief.cookies.set(name, forgery);
    const answer = await thief.send('GET', '/api/v1/organizations');
    const session = await thief.send('GET', '/api/auth/get-session');
    assert.deepEqual([answer.status, answer.code], [401, 'UNAUTHORIZED'], forgery);
    assert.deepEqual([session.status, session.body], [200, null], forgery);
  }
});

test('the session works in the organization chosen last, and in another when that is gone', async (t) => {
  const { member } = await startAccounts(t);
  const ada = await member();
  const created = await ada.send('POST', '/api/v1/organizations', { name: 'Second' });
  const { id } = (created.body as { data: { id: string } }).data;
  const nameNow = async (): Promise<string> => {
    const answer = await ada.send('GET', '/api/v1/organization');
    return (answer.body as { data: { name: string } }).data.name;
  };

  const before = await nameNow();
  await ada.send('POST', `/api/v1/organizations/${id}/activate`);
  const chosen = await nameNow();
  const deleted = await fetchDelete(ada, '/api/v1/organization?confirm=Second');

  assert.equal(deleted, 200);
  assert.deepEqual([before, chosen, await nameNow()], ['Ada’s organization', 'Second', before]);
});

async function fetchDelete(person: Browser, path: string): Promise<number> {
  return (await person.send('DELETE' as 'POST', path)).status;
}

test('whoever has lost the last organization finds a new one at the next sign-in', async (t) => {
  const { browser, member, metadata } = await startAccounts(t);
  await member();
  await metadata.db.deleteFrom('organizations').execute();

  const people = Array.from({ length: 5 }, () => browser());
  await Promise.all(
    people.map((person) =>
      person.send('POST', '/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD }),
    ),
  );

  const organizations = await metadata.db.selectFrom('organizations').selectAll().execute();
  assert.equal(organizations.length, 1);
  const [person] = people as [Browser];
  assert.equal((await person.send('GET', '/api/v1/organization')).status, 200);
});

test('on PostgreSQL a revocation on one node is seen on another, and races leave one account', async (t) => {
  const database = await startPostgres(t);
  if (database === undefined) return;
  const needs = { clock: systemClock, log: silentLog };
  const stores = await Promise.all([
    openPostgres(needs, database.url),
    openPostgres(needs, database.url),
  ]);
  t.after(() => Promise.all(stores.map((store) => store[Symbol.asyncDispose]())));
  const [one, two] = await Promise.all(stores.map((metadata) => startAccounts(t, { metadata })));
  assert.ok(one !== undefined && two !== undefined);

  const draft = { email: EMAIL, password: PASSWORD };
  const signUps = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? one : two).browser().send('POST', '/api/auth/sign-up/email', draft),
    ),
  );
  const [store] = stores;
  const users = await store.db.selectFrom('users').selectAll().execute();
  const organizations = await store.db.selectFrom('organizations').selectAll().execute();
  const token = await one.linkTo(EMAIL);
  const confirmations = await Promise.all(
    Array.from({ length: 20 }, () =>
      one.browser().send('POST', '/api/auth/verify-email', { token, password: PASSWORD }),
    ),
  );
  const here = one.browser();
  await here.send('POST', '/api/auth/sign-in/email', draft);
  const there = two.browser();
  for (const [name, value] of here.cookies) there.cookies.set(name, value);
  const before = await isIn(there);
  await here.send('POST', '/api/auth/revoke-sessions');
  const isSeen = await eventually(async () => !(await isIn(there)));

  assert.deepEqual(new Set(signUps.map(({ status }) => status)), new Set([200]));
  assert.deepEqual([users.length, organizations.length], [1, 1]);
  assert.equal(confirmations.filter(({ status }) => status === 200).length, 1);
  assert.deepEqual([before, isSeen], [true, true]);
});

/** Far less than the minutes that the cookie would be believed otherwise. */
async function eventually(isTrue: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 0; attempt < 1_500; attempt++) {
    if (await isTrue()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}
