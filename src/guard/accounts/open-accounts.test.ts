/** Who a cookie stands for, and with which clients better-auth is called. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { openAccountTools } from '../../../test/support/guard/open-account-tools.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import type { Person } from '../../../test/support/open-access.ts';
import type { Request } from '../../http/gate.ts';
import { perProvider } from '../../spec/sign-in.ts';
import type { AccountNeeds } from './account-needs.ts';
import { openAccounts } from './open-accounts.ts';

const HOUR = 3_600_000;
const CLIENT = { clientId: 'installed', clientSecret: 'secret' };
const SIGNING_IN = { ipAddress: '192.0.2.7', userAgent: 'test/1', signedInWith: 'github' } as const;

/** Accounts whose memory tells what it was asked to keep, and keeps nothing. */
async function open(t: TestContext, change: Partial<AccountNeeds> = {}) {
  const { access, tools, metadata, clock } = await openAccountTools(t);
  const kept: { key: string; subject?: string; until?: number | undefined }[] = [];
  const get: AccountNeeds['cache']['get'] = async (key, load) => {
    const loaded = await load();
    const { subject, until } = loaded ?? {};
    kept.push({ key, ...(subject === undefined ? {} : { subject, until }) });
    return loaded?.value;
  };
  const oauth = perProvider((provider) => ({
    client: provider === 'github' ? CLIENT : undefined,
    authorizationUrl: `https://${provider}.example/authorize`,
    tokenUrl: `https://${provider}.example/token`,
    userinfoUrl: `https://${provider}.example/user`,
  }));
  const cache = { ...tools.cache, get };
  const needs = { ...tools, oauth, cache, ...change };
  const accounts = openAccounts(needs);
  t.after(() => accounts[Symbol.asyncDispose]());
  // better-auth looks at the clock of the machine.
  const alter = async (person: Person, columns: object): Promise<void> => {
    await metadata.db
      .updateTable('sessions')
      .set({ expires_at: Date.now() + LIMITS.sessions.durationMs, ...columns })
      .where('id', '=', person.sessionId)
      .execute();
  };
  return { access, metadata, clock, needs, accounts, kept, alter };
}

function cookieOf({ sessionId }: Person, secret = 'a secret of thirty-two characters or more') {
  const signature = createHmac('sha256', secret).update(sessionId).digest('base64');
  return encodeURIComponent(`${sessionId}.${signature}`);
}

function requestWith(cookie?: string): Request {
  return { headers: cookie === undefined ? {} : { cookie } } as unknown as Request;
}

function requestOf(person: Person): Request {
  return requestWith(`other=1; xplain.session_token=${cookieOf(person)}; more=2`);
}

test('a cookie stands for its session, as it is kept, and is believed for a while', async (t) => {
  const { access, accounts, clock, kept, alter } = await open(t);
  const { id, owner } = await access.newOrganization();
  await alter(owner, {});

  assert.deepEqual(await accounts.readSession(requestOf(owner)), {
    id: owner.id,
    email: owner.email,
    sessionId: owner.sessionId,
    activeOrganization: id,
    signedInWith: 'password',
    confinedTo: undefined,
    connection: undefined,
    hasSecondFactor: false,
  });
  const until = clock.now() + 300_000;
  const session = { key: `session:${cookieOf(owner)}`, subject: owner.id, until };
  assert.deepEqual(kept[0], session);
});

test('a session is not believed beyond its end', async (t) => {
  const { access, accounts, clock, kept, alter } = await open(t);
  const { owner } = await access.newOrganization();
  const end = Math.floor(Date.now() / 1_000) * 1_000 + LIMITS.sessions.durationMs - HOUR;
  await alter(owner, { expires_at: end });
  clock.advance(end - 300_001 - clock.now());

  await accounts.readSession(requestOf(owner));
  clock.advance(2);
  await accounts.readSession(requestOf(owner));

  const sessions = kept.filter(({ key }) => key.startsWith('session:'));
  assert.deepEqual(
    sessions.map(({ until }) => until),
    [end - 1, end],
  );
});

test('without a cookie, with a wrong or an endless one, nobody is signed in', async (t) => {
  const { access, accounts, kept, alter, metadata } = await open(t);
  const { owner } = await access.newOrganization();
  await alter(owner, {});
  const read = async (cookie?: string) => {
    kept.length = 0;
    const session = await accounts.readSession(requestWith(cookie));
    return [session, accounts.presentsSession(requestWith(cookie)), kept.length];
  };

  assert.deepEqual(await read(), [undefined, false, 0]);
  assert.deepEqual(await read('xplain.session=1; other=2'), [undefined, false, 0]);
  const name = 'xplain.session_token';
  assert.deepEqual(await read(`${name}=wrong`), [undefined, true, 1]);
  assert.deepEqual(await read(`${name}=${cookieOf(owner, 'other')}`), [undefined, true, 1]);
  assert.deepEqual(await read(`${name}=${'x'.repeat(512)}`), [undefined, true, 1]);
  assert.deepEqual(await read(`${name}=${'x'.repeat(513)}`), [undefined, true, 0]);
  await metadata.db.updateTable('users').set({ email_verified: 0 }).execute();
  assert.deepEqual(await read(`${name}=${cookieOf(owner)}`), [undefined, true, 1]);
});

test('over https the cookie has the name that says so', async (t) => {
  const { access, accounts, alter } = await open(t, { isCookieSecure: true });
  const { owner } = await access.newOrganization();
  await alter(owner, {});
  const value = cookieOf(owner);

  assert.equal(accounts.presentsSession(requestOf(owner)), false);
  const request = requestWith(`__Host-xplain.session_token=${value}`);
  assert.equal(accounts.presentsSession(request), true);
  assert.equal((await accounts.readSession(request))?.id, owner.id);
});

test('a session works where it was last while that is open to it, else where the person was first', async (t) => {
  const { access, accounts, clock, alter, metadata } = await open(t);
  const first = await access.newOrganization();
  clock.advance(1);
  const second = await access.newOrganization();
  const foreign = await access.newOrganization();
  await access.join(second.id, 'viewer', first.owner);
  const work = async (active: string | null, confined: string | null = null) => {
    const columns = { active_organization_id: active, confined_to: confined };
    await alter(first.owner, columns);
    const session = await accounts.readSession(requestOf(first.owner));
    return [session?.activeOrganization, session?.confinedTo];
  };

  assert.deepEqual(await work(second.id), [second.id, undefined]);
  assert.deepEqual(await work(first.id), [first.id, undefined]);
  assert.deepEqual(await work(null), [first.id, undefined]);
  assert.deepEqual(await work(foreign.id), [first.id, undefined]);
  assert.deepEqual(await work(first.id, second.id), [second.id, second.id]);
  assert.deepEqual(await work(first.id, foreign.id), [undefined, foreign.id]);
  await metadata.db.deleteFrom('members').execute();
  assert.deepEqual(await work(null), [undefined, undefined]);
});

test('a session that was moved on sets its cookie with the answer to that request', async (t) => {
  const { access, accounts, alter } = await open(t);
  const { owner } = await access.newOrganization();
  await alter(owner, { expires_at: Date.now() + HOUR });
  const request = requestOf(owner);

  assert.deepEqual(accounts.cookiesFor(request), []);
  await accounts.readSession(request);

  const cookies = accounts.cookiesFor(request);
  assert.equal(cookies.length, 1);
  assert.match(cookies[0] ?? '', /^xplain\.session_token=.*; HttpOnly; SameSite=Lax/);
  assert.deepEqual(accounts.cookiesFor(requestOf(owner)), []);
});

test('the address of a user is told once it is confirmed', async (t) => {
  const { access, accounts, kept, metadata } = await open(t);
  const { id, email } = await access.newPerson();
  const other = await access.newPerson();

  assert.equal(await accounts.emailOf(id), email);
  assert.deepEqual(kept, [{ key: `email:${id}`, subject: id, until: undefined }]);
  await metadata.db
    .updateTable('users')
    .set({ email_verified: 0 })
    .where('id', '=', other.id)
    .execute();
  assert.equal(await accounts.emailOf(other.id), undefined);
  await metadata.db.deleteFrom('users').where('id', '=', id).execute();
  assert.equal(await accounts.emailOf(id), undefined);
});

test('better-auth has the clients of the installation, or those of a link, and the address of now', async (t) => {
  let origin = 'https://logs.example.com';
  const { access, accounts } = await open(t, { publicOrigin: () => origin });
  const { id } = await access.newOrganization();
  const way = async (call: typeof accounts.callAuth, provider: string) => {
    const body = { provider, callbackURL: '/', disableRedirect: true };
    const answer = await call(SIGNING_IN, (api) => api.signInSocial({ body, asResponse: true }));
    const { url = '' } = (await answer.json()) as { url?: string };
    if (url === '') return answer.status;
    const { host, searchParams } = new URL(url);
    return [host, searchParams.get('client_id'), searchParams.get('redirect_uri')];
  };
  const own = { google: { clientId: 'acme-client', clientSecret: 's' } };
  const offered = { google: true, github: false };
  const link = { organization: { id, name: 'Acme' }, own, offered };
  const ofLink: typeof accounts.callAuth = (signingIn, call) =>
    accounts.callAuthOf(link, signingIn, call);

  const back = '/api/auth/callback/github';
  const github = ['github.example', 'installed', `https://logs.example.com${back}`];
  assert.deepEqual(await way(accounts.callAuth, 'github'), github);
  assert.deepEqual(await way(accounts.callAuth, 'google'), 404);
  assert.deepEqual(await way(ofLink, 'google'), [
    'google.example',
    'acme-client',
    `https://logs.example.com/api/auth/organizations/${id}/callback/google`,
  ]);
  assert.deepEqual(await way(ofLink, 'github'), 404);
  origin = 'https://other.example.com';
  const moved = ['github.example', 'installed', `https://other.example.com${back}`];
  assert.deepEqual(await way(accounts.callAuth, 'github'), moved);
});
