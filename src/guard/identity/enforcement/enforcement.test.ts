/** Required sign-in: what it takes to switch it on, whom it stops, and who gets in whatever breaks. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ask, join } from '../../../../test/support/guard/organization-clients.ts';
import { PASSWORD } from '../../../../test/support/guard/start-accounts.ts';
import {
  CONNECTIONS,
  membersOf,
  OWNER,
  prove,
  startConnections,
} from '../../../../test/support/identity/start-connections.ts';
import { userId } from '../../../base/ids.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { remindBreakGlass } from './remind-break-glass.ts';

const ENFORCEMENT = '/api/v1/organization/enforcement';

async function start(t: TestContext) {
  const started = await startConnections(t);
  const { app, provider, owner, organization, create, signIn } = started;
  await prove(app, organization, 'example.com');
  const connection = await create(owner);
  const idOf = async (email: string) => {
    const row = await app.metadata.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return row.id;
  };
  const change = async (as: typeof owner, body: object) =>
    ask(as, 'PATCH', ENFORCEMENT, body, organization);
  /** Through the connection, in another browser. */
  const proveWayIn = async () => {
    provider.person = { sub: 'olga', email: OWNER };
    const other = app.browser();
    assert.equal(await signIn(other, connection), '/logs');
    return other;
  };
  const breakGlass = [{ userId: await idOf(OWNER) }];
  const enforce = async () => {
    await proveWayIn();
    const answer = await change(owner, { connections: [connection.id], breakGlass });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  const bySignIn = async (email: string) => {
    const browser = app.browser();
    await browser.send('POST', '/api/auth/sign-in/email', { email, password: PASSWORD });
    return browser;
  };
  const statusOf = async (as: typeof owner) => {
    const { status, code } = await ask(as, 'GET', '/api/v1/members', undefined, organization);
    return status === 200 ? 200 : `${status} ${code}`;
  };
  return {
    ...started,
    connection,
    idOf,
    change,
    proveWayIn,
    breakGlass,
    enforce,
    bySignIn,
    statusOf,
  };
}

test('it is switched on by an Owner with a password, with both ways proved, and by nobody else', async (t) => {
  const { app, owner, organization, connection, idOf, change, proveWayIn, breakGlass } =
    await start(t);
  const connections = [connection.id];
  const refused = async (as: typeof owner, body: object) => {
    const { status, code } = await change(as, body);
    return `${status} ${code}`;
  };

  assert.equal(await refused(owner, { connections, breakGlass }), '409 SSO_NOT_PROVED');
  const confined = await proveWayIn();
  assert.equal(await refused(owner, { connections }), '409 SSO_NOT_PROVED', 'nobody is named');
  assert.equal(await refused(confined, { connections, breakGlass }), '403 FORBIDDEN');
  await app.member('member@example.com');
  await join(app, organization, 'member@example.com');
  const member = await idOf('member@example.com');
  const tooMany = LIMITS.identity.breakGlassNetworksMax + 1;
  for (const wrong of [
    [{ userId: member }],
    [{ userId: 'usr_x' }],
    [...breakGlass, ...breakGlass],
    [{ ...breakGlass[0], networks: ['nowhere'] }],
    [{ ...breakGlass[0], networks: Array.from({ length: tooMany }, () => '10.0.0.0/8') }],
    Array.from({ length: LIMITS.identity.breakGlassMax + 1 }, () => breakGlass[0]),
  ]) {
    assert.equal(await refused(owner, { breakGlass: wrong }), '400 VALIDATION_ERROR');
  }
  assert.equal(await refused(owner, { connections: ['con_x'], breakGlass }), '404 NOT_FOUND');

  const { sessions } = { sessions: app.metadata.db.updateTable('sessions') };
  const late = Date.now() - LIMITS.identity.connectionProofMs;
  await app.metadata.db
    .updateTable('sessions')
    .set({ created_at: late })
    .where('connection_id', 'is not', null)
    .execute();
  assert.equal(await refused(owner, { connections, breakGlass }), '409 SSO_NOT_PROVED');
  await app.metadata.db.updateTable('sessions').set({ created_at: Date.now() }).execute();
  const old = Date.now() - LIMITS.identity.breakGlassProofMs;
  await sessions.set({ created_at: old }).where('signed_in_with', '=', 'password').execute();
  assert.equal(await refused(owner, { connections, breakGlass }), '409 SSO_NOT_PROVED');
  await sessions.set({ created_at: Date.now() }).execute();
  const on = await change(owner, { connections, breakGlass });
  assert.equal(on.status, 200, JSON.stringify(on.body));
  assert.equal(await refused(owner, { breakGlass: [] }), '409 CONFLICT');
  const one = `${CONNECTIONS}/${connection.id}`;
  assert.equal((await ask(confined, 'DELETE', one)).code, 'CONFLICT');
  const told = (await app.audit()).map(({ action }) => action);
  assert.ok(told.includes('connection.enforced') && told.includes('break_glass.changed'));
});

test('members of verified domains need the connection; keys, tokens and other people do not', async (t) => {
  const { app, owner, organization, provider, connection, enforce, signIn, statusOf } =
    await start(t);
  const inside = await app.member('ada@acme.com');
  const outside = await app.member('guest@elsewhere.com');
  await join(app, organization, 'ada@acme.com');
  await join(app, organization, 'guest@elsewhere.com');
  const key = await ask(owner, 'POST', '/api/v1/api-keys', { name: 'k', scope: 'full-access' });
  const { value } = (key.body as { data: { value: string } }).data;
  assert.equal(await statusOf(inside), 200);

  await enforce();

  assert.equal(await statusOf(inside), '403 SSO_REQUIRED');
  assert.equal(await statusOf(outside), 200);
  const headers = { authorization: `Bearer ${value}` };
  assert.equal((await fetch(`${app.url}/api/v1/members`, { headers })).status, 200);
  assert.equal((await ask(inside, 'GET', '/api/auth/list-sessions')).status, 200, 'the account');
  provider.person = { sub: 'ada', email: 'ada@acme.com' };
  const through = app.browser();
  assert.equal(await signIn(through, connection), '/logs');
  assert.equal(await statusOf(through), 200);
  await app.metadata.db
    .updateTable('sessions')
    .set({ signed_in_with: 'google' })
    .where('confined_to', 'is', null)
    .execute();
  assert.equal(await statusOf(await app.member('bob@acme.com')), '404 NOT_FOUND');
});

test('whatever breaks, a break-glass Owner gets in with the password, and every Owner hears of it', async (t) => {
  const { app, provider, organization, connection, enforce, bySignIn, statusOf, owner } =
    await start(t);
  await enforce();
  const before = (await app.mailsTo(OWNER)).length;

  provider.metadata = () => 'broken';
  await app.metadata.db
    .updateTable('connections')
    .set({ issuer: 'https://gone.example' })
    .execute();
  const first = await bySignIn(OWNER);
  assert.equal(await statusOf(first), 200);
  await app.metadata.db.updateTable('domains').set({ state: 'pending' }).execute();
  const second = await bySignIn(OWNER);
  assert.equal(await statusOf(second), 200);
  const off = await ask(second, 'PATCH', ENFORCEMENT, { connections: [] }, organization);
  assert.equal(off.status, 200);

  const mails = (await app.mailsTo(OWNER)).slice(before).map(({ subject }) => subject);
  assert.deepEqual(mails, ['Break-glass sign-in', 'Break-glass sign-in']);
  const used = (await app.audit()).filter(
    ({ action }) => action === 'user.break_glass_login_succeeded',
  );
  assert.equal(used.length, 2);
  assert.equal((await ask(owner, 'DELETE', `${CONNECTIONS}/${connection.id}`)).status, 200);
});

test('a break-glass Owner gets in from their networks alone, and one who is no Owner any more does not', async (t) => {
  const { app, owner, organization, change, breakGlass, enforce, bySignIn, statusOf, idOf } =
    await start(t);
  await app.member('second@example.com');
  await join(app, organization, 'second@example.com');
  await app.metadata.db
    .updateTable('members')
    .set({ role: 'owner' })
    .where('id', '=', 'mem_second@example.com')
    .execute();
  await enforce();
  const second = { userId: await idOf('second@example.com'), networks: ['192.0.2.0/24'] };
  assert.equal((await change(owner, { breakGlass: [...breakGlass, second] })).status, 200);
  const browser = await bySignIn('second@example.com');
  assert.equal(await statusOf(browser), '403 SSO_REQUIRED');
  const here = { ...second, networks: ['127.0.0.0/8', '::1'] };
  assert.equal((await change(owner, { breakGlass: [...breakGlass, here] })).status, 200);
  assert.equal(await statusOf(browser), 200);
  const lowered = await ask(owner, 'PATCH', '/api/v1/members/mem_second@example.com', {
    role: 'admin',
  });
  assert.equal(lowered.status, 200, JSON.stringify(lowered.body));
  assert.equal(await statusOf(browser), '403 SSO_REQUIRED');
  assert.equal((await membersOf(app, organization)).length, 2);
});

test('an unused way round is remembered by mail, once in a while', async (t) => {
  const { app, needs, enforce } = await start(t);
  await enforce();
  const before = (await app.mailsTo(OWNER)).length;
  await remindBreakGlass(needs);
  const named = { named_at: Date.now() - LIMITS.identity.breakGlassReminderMs };
  await app.metadata.db.updateTable('break_glass_owners').set(named).execute();
  await remindBreakGlass(needs);
  await remindBreakGlass(needs);
  const mails = (await app.mailsTo(OWNER)).slice(before).map(({ subject }) => subject);
  assert.deepEqual(mails, ['Check your break-glass password']);
});

test('a second factor is required of whom the organization says, and only by somebody who has one', async (t) => {
  const { app, owner, organization, change, enforce, bySignIn, statusOf, proveWayIn, idOf } =
    await start(t);
  const proveFactor = async (email: string) => {
    const user = await idOf(email);
    const { db } = app.metadata;
    const sessions = db.updateTable('sessions').set({ second_factor: 'totp' });
    await sessions.where('user_id', '=', user).where('signed_in_with', '=', 'password').execute();
    app.accounts.tools.cache.forget(userId(user));
  };
  const member = await app.member('ada@acme.com');
  await join(app, organization, 'ada@acme.com');
  const key = await ask(owner, 'POST', '/api/v1/api-keys', { name: 'k', scope: 'full-access' });
  const { value } = (key.body as { data: { value: string } }).data;
  for (const secondFactor of ['everyone', 'break_glass']) {
    assert.equal((await change(owner, { secondFactor })).code, 'CONFLICT');
  }
  assert.equal((await change(member, { secondFactor: 'everyone' })).status, 403);
  await proveFactor(OWNER);
  assert.equal((await change(owner, { secondFactor: 'everyone' })).status, 200);
  assert.equal(await statusOf(owner), 200);
  const lacking = '403 SECOND_FACTOR_REQUIRED';
  assert.equal(await statusOf(member), lacking);
  const without = await bySignIn(OWNER);
  assert.equal(await statusOf(without), lacking, 'an Owner, too');
  assert.equal((await change(without, { secondFactor: 'optional' })).status, 403);
  assert.equal((await ask(member, 'GET', '/api/auth/second-factor')).status, 200, 'to set one up');
  const headers = { authorization: `Bearer ${value}` };
  assert.equal((await fetch(`${app.url}/api/v1/members`, { headers })).status, 200, 'a key');
  assert.equal(await statusOf(await proveWayIn()), 200, 'a connection asks for its own');
  await proveFactor('ada@acme.com');
  assert.equal(await statusOf(member), 200);

  await proveFactor(OWNER);
  assert.equal((await change(owner, { secondFactor: 'break_glass' })).status, 200);
  const free = await bySignIn(OWNER);
  assert.equal(await statusOf(free), 200, 'nobody is needed in an emergency yet');
  await enforce();
  assert.equal(await statusOf(free), lacking);
  assert.equal(await statusOf(owner), 200);
  assert.equal((await change(owner, { secondFactor: 'optional' })).status, 200);
  assert.equal(await statusOf(free), 200);
  const told = (await app.audit()).filter(({ details }) => 'secondFactor' in details);
  assert.deepEqual(
    told.map(({ details }) => details['secondFactor']),
    ['everyone', 'break_glass', 'optional'],
  );
});
