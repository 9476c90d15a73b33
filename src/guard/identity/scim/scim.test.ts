/** What a directory can do, what it can't, and what Owners see of it. Over HTTP, with real tokens. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, join, organizationOf } from '../../../../test/support/guard/organization-clients.ts';
import {
  CONNECTIONS,
  membersOf,
  prove,
} from '../../../../test/support/identity/start-connections.ts';
import { type Browser, startAccounts } from '../../../../test/support/guard/start-accounts.ts';
import { SCIM, startDirectory } from '../../../../test/support/identity/start-directory.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS } from '../../../spec/units.ts';

const INACTIVE = { op: 'replace', path: 'active', value: false };
const ACTIVE = { op: 'replace', path: 'active', value: true };

test('a token opens SCIM and nothing else, in its own header, until it is revoked or expires', async (t) => {
  const { app, owner, operator, token, newToken, call, callAs } = await startDirectory(t);
  const { value } = token;

  assert.match(value, /^xscim_[A-Za-z0-9]{38}$/);
  assert.equal((await call('GET', '/Users')).status, 200);
  const stored = await app.metadata.db.selectFrom('scim_tokens').selectAll().execute();
  assert.ok(!JSON.stringify(stored).includes(value));
  for (const wrong of [undefined, 'xscim_x', `${value.slice(0, -1)}0`, `xpat_${value.slice(6)}`]) {
    const { status, type, body } = await callAs(wrong, 'GET', '/Users');
    assert.equal(status, 401);
    assert.match(type ?? '', /^application\/scim\+json/);
    assert.equal(body['status'], '401');
  }
  const elsewhere = { authorization: `Bearer ${value}` };
  for (const path of ['/api/v1/members', '/api/v1/organization/scim', '/api/auth/list-sessions']) {
    assert.equal((await fetch(app.url + path, { headers: elsewhere })).status, 401, path);
  }
  for (const way of [{ 'x-api-key': value }, {}]) {
    const inQuery = `${app.url}/scim/v2/Users?access_token=${value}`;
    assert.equal((await fetch(inQuery, { headers: way })).status, 401);
  }
  const second = await newToken();
  assert.equal(LIMITS.identity.scimTokensMax, 2);
  const third = { name: 'x', expiresAt: new Date(Date.now() + DAY_MS).toISOString() };
  assert.equal((await ask(owner, 'POST', `${SCIM}/tokens`, third)).code, 'PLAN_LIMIT_REACHED');
  const foreign = await ask(operator, 'DELETE', `${SCIM}/tokens/${second.id}`);
  assert.equal(foreign.status, 404);
  await ask(owner, 'DELETE', `${SCIM}/tokens/${second.id}`);
  assert.equal((await callAs(second.value, 'GET', '/Users')).status, 401);
  assert.ok((await app.audit()).some(({ action }) => action === 'scim_token.revoked'));
  for (const expiresAt of [
    undefined,
    new Date(Date.now() - 1).toISOString(),
    new Date(Date.now() + LIMITS.identity.scimTokenMsMax + DAY_MS).toISOString(),
  ]) {
    assert.equal(
      (await ask(owner, 'POST', `${SCIM}/tokens`, { name: 'x', expiresAt })).status,
      400,
    );
  }
  await app.metadata.db.updateTable('scim_tokens').set({ expires_at: 1 }).execute();
  const third2 = await newToken();
  assert.equal((await callAs(third2.value, 'GET', '/Users')).status, 200);
});

test('only Owners see tokens and requests, and requests are kept with their outcome', async (t) => {
  const { app, owner, organization, operator, token, call, provision } = await startDirectory(t);
  const admin = await app.member('adam@example.com');
  await join(app, organization, 'adam@example.com');
  await app.metadata.db
    .updateTable('members')
    .set({ role: 'admin' })
    .where('id', '=', 'mem_adam@example.com')
    .execute();

  await provision('ada@acme.com');
  await call('GET', '/Users?filter=userName%20eq%20%22ada@acme.com%22');
  await call('POST', '/Users', { userName: 'eve@evil.com' });

  assert.equal((await ask(admin, 'GET', SCIM, undefined, organization)).status, 403);
  const shown = (await ask(owner, 'GET', SCIM)).body as {
    data: { users: number; requests: Record<string, unknown>[]; tokens: { id: string }[] };
  };
  const { users, requests, tokens } = shown.data;
  assert.equal(users, 1);
  assert.deepEqual(
    requests
      .map(({ method, path, status }) => `${String(method)} ${String(path)} ${String(status)}`)
      .toSorted((one, other) => (one < other ? -1 : 1)),
    ['GET /Users?filter=userName eq "ada@acme.com" 200', 'POST /Users 201', 'POST /Users 400'],
  );
  const refused = requests.find(({ status }) => status === 400);
  assert.match(String(refused?.['detail']), /has not verified the domain evil\.com/);
  assert.deepEqual([tokens[0]?.id, refused?.['token']], [token.id, token.id]);
  assert.ok(!JSON.stringify(shown).includes(token.value));
  const theirs = (await ask(operator, 'GET', SCIM)).body as { data: { requests: unknown[] } };
  assert.deepEqual(theirs.data.requests, []);
  const used = (await app.audit()).filter(({ action }) => action === 'scim_token.used');
  assert.equal(used.length, 1);
  for (let i = 0; i < LIMITS.identity.scimRequestsKept; i++) await call('GET', '/Users?count=0');
  const kept = await app.metadata.db.selectFrom('scim_requests').select('id').execute();
  assert.ok(kept.length <= LIMITS.identity.scimRequestsKept);
});

test('a user becomes a member, and an account that exists keeps all it had', async (t) => {
  const { app, organization, owner, call, provision } = await startDirectory(t);
  const ada = await app.member('ada@acme.com');
  const own = await organizationOf(ada);

  const id = await provision('Ada@acme.com', { externalId: '00u1', displayName: 'Somebody Else' });
  const made = await provision('new@acme.com', {
    name: { givenName: 'New', familyName: 'Person' },
  });

  const members = await membersOf(app, organization);
  assert.deepEqual(
    members.map(({ email, role }) => [email, role]),
    [
      ['ada@acme.com', 'viewer'],
      ['new@acme.com', 'viewer'],
      ['olga@example.com', 'owner'],
    ],
  );
  assert.equal((await ask(ada, 'GET', '/api/v1/members', undefined, organization)).status, 200);
  assert.equal((await ask(ada, 'GET', '/api/v1/members', undefined, own)).status, 200);
  const people = await app.metadata.db.selectFrom('users').select(['email', 'name']).execute();
  assert.equal(people.find(({ email }) => email === 'new@acme.com')?.name, 'New Person');
  assert.notEqual(people.find(({ email }) => email === 'ada@acme.com')?.name, 'Somebody Else');
  const shown = await call('GET', `/Users/${id}`);
  assert.match(shown.type ?? '', /^application\/scim\+json/);
  assert.deepEqual(
    [shown.body['userName'], shown.body['externalId'], shown.body['active']],
    ['Ada@acme.com', '00u1', true],
  );
  for (const taken of [
    { userName: 'ADA@acme.com' },
    { userName: 'x@acme.com', externalId: '00u1' },
    { userName: 'other', emails: [{ value: 'ada@acme.com' }] },
  ]) {
    const { status, body } = await call('POST', '/Users', taken);
    assert.deepEqual([status, body['scimType']], [409, 'uniqueness'], JSON.stringify(taken));
  }
  for (const bad of [
    { userName: 'eve@evil.com' },
    { userName: 'ok@acme.com', emails: [{ value: 'eve@evil.com', primary: true }] },
    { userName: 'nobody' },
    {},
    { userName: 7 },
    { userName: 'a@acme.com', active: 'perhaps' },
    { userName: 'x'.repeat(LIMITS.identity.directoryTextCharactersMax + 1) },
  ]) {
    const { status, body } = await call('POST', '/Users', bad);
    assert.deepEqual([status, body['scimType']], [400, 'invalidValue'], JSON.stringify(bad));
  }
  const moved = await call('PUT', `/Users/${made}`, { userName: 'renamed@acme.com' });
  assert.equal(moved.body['userName'], 'renamed@acme.com');
  const emails = (await membersOf(app, organization)).map(({ email }) => email);
  assert.ok(emails.includes('new@acme.com'), 'the address to sign in with stays');
  assert.equal((await ask(owner, 'GET', '/api/v1/members')).status, 200);
});

test('deactivation ends sessions and tokens, frees the seat, and is undone with the role', async (t) => {
  const { app, organization, provider, owner, create, signIn, provision, patch } =
    await startDirectory(t);
  const connection = await create(owner);
  provider.person = { sub: 's-1', email: 'ada@acme.com' };
  const id = await provision('ada@acme.com');
  const ada = app.browser();
  assert.equal(await signIn(ada, connection), '/logs');
  const byPassword = await app.member('bob@acme.com');
  const bob = await provision('bob@acme.com');
  const own = await organizationOf(byPassword);
  const token = await ask(
    byPassword,
    'POST',
    '/api/v1/access-tokens',
    { name: 'x', scopes: ['search:read'] },
    organization,
  );
  assert.equal(token.status, 201, JSON.stringify(token.body));
  const members = await membersOf(app, organization);
  await app.metadata.db
    .updateTable('members')
    .set({ role: 'member' })
    .where('id', '=', members.find(({ email }) => email === 'bob@acme.com')?.id ?? '')
    .execute();

  assert.equal((await patch(`/Users/${id}`, INACTIVE)).body['active'], false);
  await patch(`/Users/${bob}`, { op: 'Replace', path: 'active', value: 'False' });

  assert.equal((await ask(ada, 'GET', '/api/v1/members')).status, 401);
  assert.equal(await signIn(app.browser(), connection), '403 SSO_NOT_MEMBER');
  assert.equal((await ask(byPassword, 'GET', '/api/v1/members', undefined, own)).status, 200);
  const gone = await ask(byPassword, 'GET', '/api/v1/members', undefined, organization);
  assert.equal(gone.status, 404);
  const tokens = await app.metadata.db.selectFrom('access_tokens').select('revoked_at').execute();
  assert.ok(tokens.every(({ revoked_at: at }) => at !== null));
  assert.equal((await membersOf(app, organization)).length, 1);
  const told = (await app.audit()).map(({ action }) => action);
  assert.equal(told.filter((action) => action === 'member.suspended').length, 2);
  assert.ok(told.includes('member.provisioned'));

  await patch(`/Users/${bob}`, ACTIVE);
  await patch(`/Users/${id}`, { op: 'replace', value: { active: true } });
  const back = await membersOf(app, organization);
  assert.deepEqual(
    back.map(({ email, role }) => [email, role]),
    [
      ['ada@acme.com', 'viewer'],
      ['bob@acme.com', 'member'],
      ['olga@example.com', 'owner'],
    ],
  );
  assert.deepEqual(
    back.map((member) => member.id).toSorted((one, other) => (one < other ? -1 : 1)),
    members.map((member) => member.id).toSorted((one, other) => (one < other ? -1 : 1)),
  );
  assert.equal((await ask(ada, 'GET', '/api/v1/members')).status, 401, 'sessions stay ended');
  assert.equal(await signIn(ada, connection), '/logs');
  assert.ok((await app.audit()).some(({ action }) => action === 'member.resumed'));
});

test('whoever is suspended gets in by no other way', async (t) => {
  const { app, organization, owner, provision, patch, call } = await startDirectory(t);
  const ada = await app.member('ada@acme.com');
  const id = await provision('ada@acme.com', { active: false });
  assert.equal((await membersOf(app, organization)).length, 1, 'made inactive, no member');
  await patch(`/Users/${id}`, ACTIVE);
  await patch(`/Users/${id}`, INACTIVE);

  const draft = { email: 'ada@acme.com', role: 'viewer' };
  assert.equal((await ask(owner, 'POST', '/api/v1/invitations', draft)).status, 201);
  const invitation = await app.metadata.db
    .selectFrom('invitations')
    .select('id')
    .executeTakeFirstOrThrow();
  const accepted = await ask(ada, 'POST', `/api/v1/invitations/${invitation.id}/accept`);
  assert.deepEqual([accepted.status, accepted.code], [409, 'CONFLICT']);
  assert.equal((await membersOf(app, organization)).length, 1);
  const put = await call('PUT', `/Users/${id}`, { userName: 'ada@acme.com' });
  assert.equal(put.body['active'], false, 'saying nothing of it does not reactivate');
});

test('the last Owner stays, with everything that was open ended, and operators are told', async (t) => {
  const { app, organization, owner, provision, patch, call } = await startDirectory(t);
  await prove(app, organization, 'example.com');
  const id = await provision('olga@example.com');
  assert.equal((await ask(owner, 'GET', '/api/v1/members')).status, 200);

  const deactivated = await patch(`/Users/${id}`, INACTIVE);
  assert.equal(deactivated.status, 409);
  assert.equal((await ask(owner, 'GET', '/api/v1/members')).status, 401);
  const deleted = await call('DELETE', `/Users/${id}`);
  assert.equal(deleted.status, 409);
  assert.deepEqual(
    (await membersOf(app, organization)).map(({ email, role }) => [email, role]),
    [['olga@example.com', 'owner']],
  );
  assert.equal((await call('GET', `/Users/${id}`)).body['active'], true);
  const mails = await app.mailsTo('root@example.com');
  assert.ok(mails.some(({ subject }) => subject === 'Last Owner deactivated by a directory'));
});

test('deletion ends the membership, and an account that nothing else holds', async (t) => {
  const { app, organization, provision, call } = await startDirectory(t);
  await app.member('bob@acme.com');
  const bob = await provision('bob@acme.com');
  const made = await provision('new@acme.com');

  for (const id of [bob, made]) assert.equal((await call('DELETE', `/Users/${id}`)).status, 204);

  assert.equal((await call('GET', `/Users/${bob}`)).status, 404);
  assert.equal((await call('DELETE', `/Users/${bob}`)).status, 404);
  assert.equal((await membersOf(app, organization)).length, 1);
  const people = await app.metadata.db.selectFrom('users').select('email').execute();
  const emails = people.map(({ email }) => email);
  assert.deepEqual(
    [emails.includes('bob@acme.com'), emails.includes('new@acme.com')],
    [true, false],
  );
  await provision('new@acme.com');
  const told = (await app.audit()).map(({ action }) => action);
  assert.equal(told.filter((action) => action === 'member.deprovisioned').length, 2);
});

test('groups give roles, which nobody changes by hand, and never make or unmake an Owner', async (t) => {
  const { app, organization, owner, provider, create, signIn, provision, call, patch } =
    await startDirectory(t);
  const roleMap = [
    { group: 'Admins', role: 'admin' as const },
    { group: 'g-2', role: 'member' as const },
  ];
  const connection = await create(owner, { roleMap });
  await prove(app, organization, 'example.com');
  const [ada, olga] = [await provision('ada@acme.com'), await provision('olga@example.com')];
  const roles = async () =>
    Object.fromEntries(
      (await membersOf(app, organization)).map(({ email, role }) => [email, role]),
    );

  const { status, body } = await call('POST', '/Groups', {
    displayName: 'Admins',
    members: [{ value: ada }, { value: olga }],
  });
  assert.equal(status, 201, JSON.stringify(body));
  const group = String(body['id']);
  assert.deepEqual(await roles(), { 'ada@acme.com': 'admin', 'olga@example.com': 'owner' });
  const member = (await membersOf(app, organization)).find(({ email }) => email === 'ada@acme.com');
  const byHand = await ask(owner, 'PATCH', `/api/v1/members/${member?.id}`, { role: 'viewer' });
  assert.deepEqual([byHand.status, byHand.code], [409, 'ROLE_MANAGED']);

  const second = await call('POST', '/Groups', { displayName: 'Devs', externalId: 'g-2' });
  await patch(`/Groups/${String(second.body['id'])}`, {
    op: 'Add',
    path: 'members',
    value: [{ value: ada }],
  });
  assert.equal((await roles())['ada@acme.com'], 'admin', 'the highest counts');
  await patch(`/Groups/${group}`, { op: 'Remove', path: 'members', value: [{ value: ada }] });
  assert.equal((await roles())['ada@acme.com'], 'member');
  // What an assertion says of groups does not count any more.
  provider.person = { sub: 's-1', email: 'ada@acme.com', groups: ['Admins'] };
  assert.equal(await signIn(app.browser(), connection), '/logs');
  assert.equal((await roles())['ada@acme.com'], 'member');
  await patch(`/Groups/${String(second.body['id'])}`, {
    op: 'remove',
    path: `members[value eq "${ada}"]`,
  });
  assert.equal((await roles())['ada@acme.com'], 'viewer', 'the default role');
  await patch(`/Groups/${group}`, { op: 'replace', path: 'displayName', value: 'Other' });
  assert.equal((await roles())['olga@example.com'], 'owner');
  assert.equal((await call('DELETE', `/Groups/${group}`)).status, 204);
  assert.deepEqual(await roles(), { 'ada@acme.com': 'viewer', 'olga@example.com': 'owner' });
  const told = (await app.audit()).map(({ action }) => action);
  assert.ok(told.includes('directory_group.updated'));
  await ask(owner, 'PATCH', `${CONNECTIONS}/${connection.id}`, { roleMap: [] });
  assert.equal(
    (await ask(owner, 'PATCH', `/api/v1/members/${member?.id}`, { role: 'member' })).status,
    200,
  );
  const foreign = await call('POST', '/Groups', {
    displayName: 'X',
    members: [{ value: 'dir_x' }],
  });
  assert.equal(foreign.status, 400);
});

test('without a default role, a user waits for a group, and leaves with it', async (t) => {
  const { app, organization, owner, create, provision, call } = await startDirectory(t);
  await create(owner, { roleMap: [{ group: 'Devs', role: 'member' }], defaultRole: 'none' });
  await call('POST', '/Groups', { displayName: 'Others' });
  const ada = await provision('ada@acme.com');
  const emails = async () => (await membersOf(app, organization)).map(({ email }) => email);
  assert.deepEqual(await emails(), ['olga@example.com']);

  const group = await call('POST', '/Groups', { displayName: 'Devs', members: [{ value: ada }] });
  assert.deepEqual(await emails(), ['ada@acme.com', 'olga@example.com']);
  const id = String(group.body['id']);
  await call('PUT', `/Groups/${id}`, { displayName: 'Devs', members: [] });
  assert.deepEqual(await emails(), ['olga@example.com']);
  await call('PUT', `/Groups/${id}`, { displayName: 'Devs', members: [{ value: ada }] });
  assert.deepEqual(await emails(), ['ada@acme.com', 'olga@example.com']);
});

test('fifty users at the same time take exactly the seats that there are, and no request fails on our side', async (t) => {
  const { app, organization, call } = await startDirectory(t);
  const { membersMax } = LIMITS.organizations;
  const answers = await Promise.all(
    Array.from({ length: membersMax }, async (_, i) =>
      call('POST', '/Users', { userName: `user${i}@acme.com` }),
    ),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  assert.deepEqual([count(201), count(403)], [membersMax - 1, 1]);
  assert.equal((await membersOf(app, organization)).length, membersMax);
  const entries = await app.metadata.db.selectFrom('directory_users').select('id').execute();
  assert.equal(entries.length, membersMax - 1);
  const same = await Promise.all(
    Array.from({ length: 5 }, async () => call('POST', '/Users', { userName: 'user0@acme.com' })),
  );
  assert.ok(same.every(({ status }) => status === 409));
});

test('a deactivation under a hundred running requests reaches another node, and nobody is let in after it', async (t) => {
  const { app, organization, provision, patch } = await startDirectory(t);
  const other = await startAccounts(t, { metadata: app.metadata });
  const ada = await app.member('ada@acme.com');
  const id = await provision('ada@acme.com');
  const elsewhere = other.browser();
  for (const [name, value] of ada.cookies) elsewhere.cookies.set(name, value);
  const statusOf = async (browser: Browser) =>
    (await ask(browser, 'GET', '/api/v1/members', undefined, organization)).status;
  const hundred = async () =>
    Promise.all(Array.from({ length: 50 }, () => [statusOf(ada), statusOf(elsewhere)]).flat());
  assert.ok((await hundred()).every((status) => status === 200));

  const running = hundred();
  assert.equal((await patch(`/Users/${id}`, INACTIVE)).status, 200);
  const after = await hundred();

  assert.ok((await running).every((status) => [200, 401, 404].includes(status)));
  assert.deepEqual(new Set(after), new Set([404]), 'work in the organization has ended everywhere');
});
