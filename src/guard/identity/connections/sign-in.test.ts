/** Signing in through a connection, against a real provider: what works, and what is refused by name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, organizationOf } from '../../../../test/support/guard/organization-clients.ts';
import { PASSWORD } from '../../../../test/support/guard/start-accounts.ts';
import {
  CONNECTIONS,
  membersOf,
  prove,
  startConnections,
} from '../../../../test/support/identity/start-connections.ts';
import type { Token } from '../../../../test/support/identity/start-identity-provider.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS } from '../../../spec/units.ts';

test('whoever the provider vouches for becomes a member, with a session of this organization alone', async (t) => {
  const { app, organization, owner, create, leave, back, signIn } = await startConnections(t);
  const connection = await create(owner, { sessionHours: 12 });
  const ada = app.browser();

  const away = await leave(ada, connection);
  const returned = await back(ada, away);
  const mine = await ask(ada, 'GET', '/api/v1/members');
  const account = await ask(ada, 'GET', '/api/auth/list-sessions');
  const whose = await ask(ada, 'GET', '/api/auth/get-session');

  assert.equal(returned.headers.get('location'), '/logs', JSON.stringify(returned.body));
  assert.deepEqual([mine.status, account.status], [200, 403]);
  const { session, user } = whose.body as {
    session: Record<string, string>;
    user: Record<string, unknown>;
  };
  assert.deepEqual(
    [session['signedInWith'], session['confinedTo'], user['email']],
    ['oidc', organization, 'ada@acme.com'],
  );
  const lasts = Date.parse(session['expiresAt'] ?? '') - Date.parse(session['createdAt'] ?? '');
  assert.ok(Math.abs(lasts - 12 * HOUR_MS) < HOUR_MS / 10, String(lasts));
  const [member] = (await membersOf(app, organization)).filter(
    ({ email }) => email === 'ada@acme.com',
  );
  assert.deepEqual([member?.role, member?.role_connection_id], ['viewer', null]);
  const told = (await app.audit()).filter(({ action }) => /provisioned|sso_login/.test(action));
  assert.deepEqual(
    told.map(({ action }) => action),
    ['member.provisioned', 'user.sso_login_succeeded'],
  );
  assert.equal(await signIn(app.browser(), connection), '/logs', 'the same person again');
  assert.equal((await membersOf(app, organization)).length, 2);
});

const MISUSES: readonly (readonly [string, string, (token: Token) => void])[] = [
  ['another nonce', 'SSO_NONCE', ({ claims }) => void (claims['nonce'] = 'other')],
  ['no nonce', 'SSO_NONCE', ({ claims }) => void delete claims['nonce']],
  ['another issuer', 'SSO_ISSUER', ({ claims }) => void (claims['iss'] = 'https://evil.example')],
  ['another audience', 'SSO_AUDIENCE', ({ claims }) => void (claims['aud'] = 'other')],
  ['the algorithm none', 'SSO_ALGORITHM', ({ header }) => void (header['alg'] = 'none')],
  ['a symmetric algorithm', 'SSO_ALGORITHM', ({ header }) => void (header['alg'] = 'HS256')],
  [
    'an algorithm that is not taken',
    'SSO_ALGORITHM',
    ({ header }) => void (header['alg'] = 'RS512'),
  ],
  ['the past', 'SSO_EXPIRED', ({ claims }) => void (claims['exp'] = 1_000_000)],
  ['another key', 'SSO_SIGNATURE', (token) => void (token.isForged = true)],
  ['an unknown key', 'SSO_SIGNATURE', ({ header }) => void (header['kid'] = 'two')],
  ['no subject', 'SSO_TOKEN', ({ claims }) => void delete claims['sub']],
];

test('an ID token that does not fit is refused by name, and nobody is signed in', async (t) => {
  const { app, provider, organization, owner, create, signIn } = await startConnections(t);
  const connection = await create(owner);
  const before = await membersOf(app, organization);

  for (const [what, code, tamper] of MISUSES) {
    provider.tamper = tamper;
    const person = app.browser();
    assert.equal(await signIn(person, connection), `403 ${code}`, what);
    assert.equal((await ask(person, 'GET', '/api/v1/members')).status, 401, what);
  }
  provider.tamper = () => undefined;
  assert.equal(await signIn(app.browser(), connection), '/logs', 'signed anew and else unchanged');
  const failed = (await app.audit()).filter(({ action }) => action === 'user.sso_login_failed');
  assert.deepEqual(
    failed.map(({ details }) => details['code']),
    MISUSES.map(([, code]) => code),
  );
  assert.equal(before.length, 1);
});

test('only the browser that began a way ends it, once, in time, and for the same connection', async (t) => {
  const { app, owner, create, leave, back, signIn } = await startConnections(t);
  const connection = await create(owner);
  const second = await create(owner, { name: 'Second' });
  const ada = app.browser();

  const away = await leave(ada, connection);
  const foreign = await back(app.browser(), away);
  const thief = app.browser();
  await leave(thief, connection);
  const stolen = await back(thief, away);
  const mixed = new URL(away);
  mixed.pathname = new URL(second.redirectUrl).pathname;
  const elsewhere = await back(ada, mixed);
  const honest = await back(ada, away);
  const again = await back(ada, away);

  for (const answer of [foreign, stolen, elsewhere, again]) {
    assert.deepEqual([answer.status, answer.code], [403, 'SSO_STATE']);
  }
  assert.equal(honest.headers.get('location'), '/logs');
  const late = app.browser();
  const gone = await leave(late, connection);
  const { expires_at: until } = await app.metadata.db
    .selectFrom('connection_flows')
    .select('expires_at')
    .orderBy('expires_at', 'desc')
    .executeTakeFirstOrThrow();
  assert.ok(until - Date.now() <= LIMITS.identity.flowMsMax);
  await app.metadata.db.updateTable('connection_flows').set({ expires_at: 1 }).execute();
  assert.equal((await back(late, gone)).code, 'SSO_STATE');
  const made = app.browser();
  const without = new URL(await leave(made, connection));
  without.searchParams.set('state', 'x'.repeat(43));
  assert.equal((await back(made, without)).code, 'SSO_STATE');
  assert.equal(await signIn(app.browser(), connection), '/logs');
});

test('a code that was used, and an answer of another issuer, are refused', async (t) => {
  const { app, owner, create, leave, back } = await startConnections(t);
  const connection = await create(owner);
  const used = await leave(app.browser(), connection);
  const ada = app.browser();
  const away = await leave(ada, connection);

  const mixed = new URL(away);
  mixed.searchParams.set('iss', 'https://evil.example');
  const issuer = await back(ada, mixed);
  const eve = app.browser();
  const replayed = await leave(eve, connection);
  replayed.searchParams.set('code', used.searchParams.get('code') ?? '');
  const code = await back(eve, replayed);
  const none = app.browser();
  const denied = await leave(none, connection);
  denied.searchParams.delete('code');
  denied.searchParams.set('error', 'access_denied');
  const refused = await back(none, denied);

  assert.deepEqual([issuer.status, issuer.code], [403, 'SSO_ISSUER']);
  assert.deepEqual([code.status, code.code], [403, 'SSO_CODE']);
  assert.deepEqual([refused.status, refused.code], [403, 'SSO_DENIED']);
});

test('nobody is vouched for beyond the domains and the members of the organization', async (t) => {
  const { app, provider, owner, organization, operator, create, signIn } =
    await startConnections(t);
  const connection = await create(owner);
  const strict = await create(owner, { name: 'Strict', jit: false });
  const other = await organizationOf(operator);
  await prove(app, other, 'other.com');
  const sign = async (sub: string, claims: object): Promise<unknown> => {
    provider.person = { sub, ...claims };
    return signIn(app.browser(), connection);
  };

  assert.equal(await sign('a', { email: 'root@example.com' }), '403 SSO_DOMAIN');
  assert.equal(await sign('b', { email: 'eve@other.com' }), '403 SSO_DOMAIN');
  assert.equal(await sign('c', { email: 'eve@sub.acme.com' }), '403 SSO_DOMAIN');
  assert.equal(await sign('d', { email: 'eve@acme.com@evil.com' }), '403 SSO_EMAIL');
  assert.equal(await sign('e', {}), '403 SSO_EMAIL');
  assert.equal(await sign('f', { email: 'eve@acme.com', email_verified: false }), '403 SSO_EMAIL');
  assert.equal(await sign('g', { email: 'ADA@acme.com' }), '/logs');
  assert.equal(await sign('h', { email: 'ada@acme.com' }), '403 SSO_SUBJECT');
  assert.equal(await sign('g', { email: 'moved@elsewhere.com' }), '/logs', 'linked by the subject');
  assert.deepEqual(
    (await membersOf(app, organization)).map(({ email }) => email),
    ['ada@acme.com', 'olga@example.com'],
  );
  provider.person = { sub: 'new', email: 'new@acme.com' };
  assert.equal(await signIn(app.browser(), strict), '403 SSO_NOT_MEMBER');
});

test('an account that exists keeps its password and its organizations; one that nobody confirmed is void', async (t) => {
  const { app, provider, owner, create, signIn } = await startConnections(t);
  const connection = await create(owner);
  const bob = await app.member('bob@acme.com');
  const home = await organizationOf(bob);
  await app.browser().send('POST', '/api/auth/sign-up/email', {
    email: 'ceo@acme.com',
    password: PASSWORD,
    name: 'Mallory',
  });

  provider.person = { sub: 'bob', email: 'bob@acme.com' };
  const confined = app.browser();
  assert.equal(await signIn(confined, connection), '/logs');
  assert.equal((await ask(confined, 'GET', '/api/v1/members', undefined, home)).status, 404);
  const withPassword = await app.browser().send('POST', '/api/auth/sign-in/email', {
    email: 'bob@acme.com',
    password: PASSWORD,
  });
  assert.equal(withPassword.status, 200);
  provider.person = { sub: 'ceo', email: 'ceo@acme.com', name: 'The CEO' };
  assert.equal(await signIn(app.browser(), connection), '/logs');
  const mallory = await app.browser().send('POST', '/api/auth/sign-in/email', {
    email: 'ceo@acme.com',
    password: PASSWORD,
  });
  assert.equal(mallory.status, 401);
});

test('groups decide the role, which nobody changes by hand; Owners are left alone', async (t) => {
  const { app, provider, owner, organization, create, signIn } = await startConnections(t);
  const roleMap = [
    { group: 'staff', role: 'member' },
    { group: 'admins', role: 'admin' },
  ] as const;
  const connection = await create(owner, { roleMap: [...roleMap], defaultRole: 'none' });
  const sign = async (groups: unknown): Promise<unknown> => {
    provider.person = {
      sub: 'ada',
      email: 'ada@acme.com',
      ...(groups === undefined ? {} : { groups }),
    };
    return signIn(app.browser(), connection);
  };
  const ada = async () =>
    (await membersOf(app, organization)).find(({ email }) => email === 'ada@acme.com');

  assert.equal(await sign(undefined), '403 SSO_NO_ROLE');
  assert.equal(await sign(['others']), '403 SSO_NO_ROLE');
  assert.equal(await sign(['staff', 'admins']), '/logs');
  assert.deepEqual(
    [(await ada())?.role, (await ada())?.role_connection_id],
    ['admin', connection.id],
  );
  const path = `/api/v1/members/${(await ada())?.id}`;
  const manual = await ask(owner, 'PATCH', path, { role: 'viewer' });
  assert.deepEqual([manual.status, manual.code], [409, 'ROLE_MANAGED']);
  assert.equal(await sign(undefined), '/logs', 'missing groups demote nobody');
  assert.equal((await ada())?.role, 'admin');
  assert.equal(await sign('staff'), '/logs');
  assert.equal((await ada())?.role, 'member');
  assert.equal(await sign(['others']), '403 SSO_NO_ROLE');
  assert.equal((await ask(owner, 'PATCH', path, { role: 'owner' })).status, 200);
  assert.equal(await sign(['staff']), '/logs');
  assert.deepEqual([(await ada())?.role, (await ada())?.role_connection_id], ['owner', null]);
  const changes = (await app.audit()).filter(({ action }) => action === 'member.role_changed');
  assert.deepEqual(
    changes.map(({ details }) => `${String(details['from'])} ${String(details['to'])}`),
    ['admin member', 'member owner'],
  );
  await ask(owner, 'PATCH', path, { role: 'admin' });
  await sign(['staff']);
  await ask(owner, 'PATCH', `${CONNECTIONS}/${connection.id}`, { roleMap: [] });
  assert.equal((await ada())?.role_connection_id, null);
});

test('sessions end with the connection, its client or its issuer, and not with its name', async (t) => {
  const { app, owner, create, signIn } = await startConnections(t);
  const connection = await create(owner);
  const ada = app.browser();
  await signIn(ada, connection);
  const one = `${CONNECTIONS}/${connection.id}`;
  const isIn = async () => (await ask(ada, 'GET', '/api/v1/members')).status;

  await ask(owner, 'PATCH', one, { name: 'Other', sessionHours: 1 });
  assert.equal(await isIn(), 200);
  const stolen = await ask(owner, 'PATCH', one, { issuer: 'https://evil.example' });
  assert.deepEqual([stolen.status, stolen.paths], [400, ['clientSecret']]);
  await ask(owner, 'PATCH', one, { clientId: 'other' });
  assert.equal(await isIn(), 401);
  await ask(owner, 'PATCH', one, { clientId: connection.clientId });
  await signIn(ada, connection);
  assert.equal(await isIn(), 200);
  assert.equal((await ask(owner, 'DELETE', one)).status, 200);
  assert.equal(await isIn(), 401);
  const told = (await app.audit()).map(({ action }) => action);
  for (const action of ['connection.created', 'connection.updated', 'connection.deleted']) {
    assert.ok(told.includes(action), action);
  }
  assert.equal(
    (await ask(app.browser(), 'GET', new URL(connection.startUrl).pathname)).status,
    404,
  );
});

test('a test shows what arrived and which role results, and changes nothing', async (t) => {
  const { app, provider, owner, organization, create, back } = await startConnections(t);
  const connection = await create(owner, { roleMap: [{ group: 'staff', role: 'member' }] });
  const one = `${CONNECTIONS}/${connection.id}/test`;
  const run = async () => {
    const { body } = await ask(owner, 'POST', one);
    const { url } = (body as { data: { url: string } }).data;
    const answer = await back(owner, await provider.visit(url));
    assert.equal(answer.headers.get('location'), `/settings/sign-in?tested=${connection.id}`);
    return ((await ask(owner, 'GET', one)).body as { data: Record<string, unknown> }).data;
  };

  provider.person = { sub: 'x', email: 'new@acme.com', groups: ['staff', 'other'] };
  const good = await run();
  provider.person = { sub: 'y', email: 'new@evil.com' };
  const bad = await run();
  provider.tamper = ({ claims }) => void (claims['aud'] = 'other');
  const worse = await run();

  assert.deepEqual(
    [good['code'], good['role'], good['groups'], good['email']],
    [null, 'member', ['staff', 'other'], 'new@acme.com'],
  );
  assert.deepEqual(good['why'], ['The group staff has the role member.']);
  assert.deepEqual([bad['code'], bad['role']], ['SSO_DOMAIN', null]);
  assert.equal(worse['code'], 'SSO_AUDIENCE');
  assert.equal((await membersOf(app, organization)).length, 1);
  const tests = (await app.audit()).filter(({ action }) => action === 'connection.tested');
  assert.equal(tests.length, 3);
  assert.equal(
    (await ask(owner, 'GET', '/api/auth/list-sessions')).status,
    200,
    'signed in as before',
  );
});

test('a provider that is away or lies about itself is named, and a person is shown why', async (t) => {
  const { app, provider, owner, create } = await startConnections(t);
  const connection = await create(owner);
  const path = new URL(connection.startUrl).pathname;
  const start = async (accept?: string) =>
    app.browser().send('GET', path, undefined, accept === undefined ? {} : { accept });
  const lies: ((known: Record<string, unknown>) => unknown)[] = [
    (known) => ({ ...known, issuer: 'https://evil.example' }),
    (known) => ({ ...known, authorization_endpoint: 'javascript:alert(1)' }),
    (known) => ({ ...known, token_endpoint: 7 }),
    () => [],
    () => 'not json',
  ];

  for (const lie of lies) {
    provider.metadata = lie;
    const { status, code } = await start();
    assert.deepEqual([status, code], [502, 'SSO_PROVIDER']);
  }
  provider.metadata = (known) => ({ ...known, id_token_signing_alg_values_supported: ['HS256'] });
  assert.equal((await start()).code, 'SSO_ALGORITHM');
  const page = new URL((await start('text/html')).headers.get('location') ?? '', app.url);
  assert.deepEqual([page.pathname, page.searchParams.get('error')], ['/sign-in', 'SSO_ALGORITHM']);
  assert.match(page.searchParams.get('reference') ?? '', /^req_/);
  provider.metadata = undefined;
  const began = await start();
  const url = new URL(began.headers.get('location') ?? '');
  assert.deepEqual(
    [url.searchParams.get('code_challenge_method'), url.searchParams.get('redirect_uri')],
    ['S256', connection.redirectUrl],
  );
  assert.match(began.headers.getSetCookie().join(), /HttpOnly; SameSite=Lax/);
  const asked = provider.asked.length;
  await start();
  assert.equal(provider.asked.length, asked, 'metadata are kept for a while');
  const foreign = await app.browser().send('GET', `${path}?returnTo=//evil.example`);
  assert.equal(foreign.status, 400);
});

test('too many keys of a provider, or too large ones, are not looked at', async (t) => {
  const { app, provider, owner, create, leave, back } = await startConnections(t);
  const connection = await create(owner);
  const key = { kty: 'RSA', kid: 'x', n: 'A'.repeat(342), e: 'AQAB' };
  const many = Array.from({ length: LIMITS.identity.providerKeysMax + 1 }, () => key);

  for (const keys of [many, [{ ...key, n: 'A'.repeat(1_400) }], [{ ...key, e: 'A'.repeat(20) }]]) {
    provider.keys = () => ({ keys });
    const person = app.browser();
    const answer = await back(person, await leave(person, connection));
    assert.deepEqual([answer.status, answer.code], [403, 'SSO_SIGNATURE']);
  }
  provider.keys = undefined;
  const person = app.browser();
  const answer = await back(person, await leave(person, connection));
  assert.equal(answer.headers.get('location'), '/logs');
});

test('people sign in again after the client was replaced, although the provider names them differently to it', async (t) => {
  const { app, provider, owner, organization, create, signIn } = await startConnections(t);
  const connection = await create(owner);
  const one = `${CONNECTIONS}/${connection.id}`;
  assert.equal(await signIn(app.browser(), connection), '/logs');
  provider.person = { sub: 'p-other', email: 'ada@acme.com' };
  assert.equal(await signIn(app.browser(), connection), '403 SSO_SUBJECT');

  await ask(owner, 'PATCH', one, { clientId: 'other' });
  await ask(owner, 'PATCH', one, { clientId: connection.clientId });

  assert.equal(await signIn(app.browser(), connection), '/logs');
  const emails = (await membersOf(app, organization)).map(({ email }) => email);
  assert.deepEqual(emails, ['ada@acme.com', 'olga@example.com']);
});

test('whoever tells the address says whether it is confirmed', async (t) => {
  const { app, provider, owner, create, signIn } = await startConnections(t);
  const connection = await create(owner);
  provider.person = { sub: 'p-9', email: 'eve@acme.com', email_verified: false };
  provider.tamper = ({ claims }) => {
    delete claims['email'];
    claims['email_verified'] = true;
  };
  assert.equal(await signIn(app.browser(), connection), '403 SSO_EMAIL');
});
