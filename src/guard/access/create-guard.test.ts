import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  openAccess,
  PUBLIC_ORIGIN,
  type AccessUnderTest,
} from '../../../test/support/open-access.ts';
import { startAccess, type Answer } from '../../../test/support/start-access.ts';
import type { Actor } from '../../base/actor.ts';
import type { EndpointConfig } from '../../contract/endpoint.ts';
import type { App } from '../../http/app.ts';
import type { KeyScope, Role, TokenScope } from '../../spec/roles.ts';
import { createAccessToken, revokeAccessToken } from './credentials/access-tokens.ts';
import { createApiKey } from './credentials/create-api-key.ts';
import { newCredentialValue } from './credentials/credential-value.ts';
import { revokeApiKey } from './credentials/revoke-api-key.ts';
import { changeMemberRole, removeMember } from './members/manage-members.ts';
import { changeOrganization } from './organizations/change-organization.ts';

/** Endpoints that other rooms have or will have, each saying who it took the caller for. */
const ENDPOINTS: Readonly<Record<string, EndpointConfig>> = {
  '/read': { permission: 'logs:read', rate: 'none', body: 'none' },
  '/write': { permission: 'logs:write', rate: 'none', body: 'none' },
  '/evaluate': {
    permission: 'evaluations:run',
    rate: 'none',
    credentials: ['access_token'],
    body: 'none',
  },
  '/audit': { permission: 'audit:read', rate: 'none', body: 'none' },
  '/keys-only': { permission: 'logs:write', rate: 'none', credentials: ['api_key'], body: 'none' },
  '/session': { permission: 'session', rate: 'none', body: 'none' },
};

function mount(app: App): void {
  for (const [url, config] of Object.entries(ENDPOINTS)) {
    for (const method of ['GET', 'POST'] as const) {
      app.route({
        method,
        url,
        config,
        handler: ({ caller }) => ({
          data: caller?.actor?.who ?? caller?.user?.email,
          organization: caller?.actor?.organization,
        }),
      });
    }
  }
}

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const { app, call } = startAccess(t, access, { mount });
  return { access, id, owner, app, call };
}

function assertRefused(answer: Answer, status: number, code: string): void {
  assert.deepEqual([answer.status, answer.body.code], [status, code]);
}

async function newKey(access: AccessUnderTest, actor: Actor, scope: KeyScope) {
  return createApiKey(access.needs, actor, { name: `the ${scope} key`, scope });
}

async function newToken(access: AccessUnderTest, actor: Actor, scopes: TokenScope[]) {
  return createAccessToken(access.needs, actor, { name: 'token', scopes });
}

test('a key is taken as a bearer and as X-API-Key, and says who it is', async (t) => {
  const { access, id, owner, call } = await start(t);
  const key = await newKey(access, owner.actor, 'read-only');
  const who = { kind: 'api_key', id: key.id, name: 'the read-only key' };

  for (const headers of [
    { authorization: `Bearer ${key.value}` },
    { authorization: `bearer  ${key.value}` },
    { 'x-api-key': key.value },
  ]) {
    const answer = await call('GET /read', { headers });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body, { data: who, organization: id });
  }
});

test('a credential that is missing or not in form is 401 UNAUTHORIZED', async (t) => {
  const { access, owner, call } = await start(t);
  const key = await newKey(access, owner.actor, 'full-access');
  const token = await newToken(access, owner.actor, ['search:read']);
  const forms: Record<string, string>[] = [
    {},
    { authorization: '' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { authorization: key.value },
    { authorization: `Basic ${key.value}` },
    { authorization: `Bearer ${key.value} and more` },
    { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
    { authorization: 'Basic x', 'x-api-key': key.value },
    { 'x-api-key': '' },
    { 'x-api-key': token.value },
    { cookie: 'session=forged' },
  ];

  for (const headers of forms) {
    const answer = await call('GET /read', { headers });
    assertRefused(answer, 401, 'UNAUTHORIZED');
    assert.equal(answer.headers['www-authenticate'], 'Bearer realm="xplain"');
  }
});

test('a value with a wrong checksum is refused without a question to the store', async (t) => {
  const { access, owner, call } = await start(t);
  const key = await newKey(access, owner.actor, 'full-access');
  const token = await newToken(access, owner.actor, ['search:read']);
  const questions = countQuestions(access);
  const broken = (value: string) => value.slice(0, -1) + (value.endsWith('0') ? '1' : '0');

  assertRefused(await call('GET /read', { as: broken(key.value) }), 401, 'API_KEY_INVALID');
  assertRefused(await call('GET /read', { as: broken(token.value) }), 401, 'INVALID_PAT');
  assertRefused(await call('GET /read', { as: 'xp_live_short' }), 401, 'API_KEY_INVALID');
  assertRefused(await call('GET /read', { as: 'xpat_' }), 401, 'INVALID_PAT');
  assertRefused(
    await call('GET /read', { as: `xp_live_${'ü'.repeat(38)}` }),
    401,
    'API_KEY_INVALID',
  );
  assert.equal(questions.count, 0);

  const unknown = newCredentialValue('xp_live_');
  assertRefused(await call('GET /read', { as: unknown }), 401, 'API_KEY_INVALID');
  assertRefused(await call('GET /read', { as: newCredentialValue('xpat_') }), 401, 'INVALID_PAT');
  assert.equal(questions.count, 2);
});

test('a revoked key or token is refused by the next request, everywhere and for good', async (t) => {
  const { access, owner, call } = await start(t);
  const key = await newKey(access, owner.actor, 'full-access');
  const token = await newToken(access, owner.actor, ['search:read']);
  assert.equal((await call('GET /read', { as: key.value })).status, 200);
  assert.equal((await call('GET /read', { as: token.value })).status, 200);

  await revokeApiKey(access.needs, owner.actor, key.id);
  await revokeAccessToken(access.needs, owner.actor, token.id);

  for (const url of ['/read', '/write', '/session', '/keys-only']) {
    assertRefused(await call(`GET ${url}`, { as: key.value }), 401, 'API_KEY_REVOKED');
  }
  for (const url of ['/read', '/evaluate', '/session']) {
    assertRefused(await call(`GET ${url}`, { as: token.value }), 401, 'PAT_REVOKED');
  }
});

test('a credential works until the very millisecond of its expiration', async (t) => {
  const { access, owner, call } = await start(t);
  const expiresAt = new Date(access.clock.now() + 5_000).toISOString();
  const key = await createApiKey(access.needs, owner.actor, {
    name: 'k',
    scope: 'read-only',
    expiresAt,
  });
  const token = await createAccessToken(access.needs, owner.actor, {
    name: 't',
    scopes: ['search:read'],
    expiresAt,
  });

  access.clock.advance(4_999);
  assert.equal((await call('GET /read', { as: key.value })).status, 200);
  assert.equal((await call('GET /read', { as: token.value })).status, 200);
  access.clock.advance(1);
  assertRefused(await call('GET /read', { as: key.value }), 401, 'API_KEY_EXPIRED');
  assertRefused(await call('GET /read', { as: token.value }), 401, 'PAT_EXPIRED');
});

test('a token dies with the membership of its owner', async (t) => {
  const { access, id, owner, call } = await start(t);
  const member = await access.join(id, 'member');
  const token = await newToken(access, member.actor, ['search:read']);
  const answer = await call('GET /read', { as: token.value });
  assert.deepEqual(answer.body.data, {
    kind: 'access_token',
    id: token.id,
    user: member.id,
    email: member.email,
    role: 'member',
  });

  await removeMember(access.needs, owner.actor, member.memberId);

  assertRefused(await call('GET /read', { as: token.value }), 401, 'PAT_REVOKED');
  await access.join(id, 'member', member);
  assertRefused(await call('GET /read', { as: token.value }), 401, 'PAT_REVOKED');
});

test('a token acts with the role its owner has now', async (t) => {
  const { access, id, owner, call } = await start(t);
  const admin = await access.join(id, 'admin');
  const token = await newToken(access, admin.actor, ['evaluations:run', 'search:read']);
  assert.equal((await call('GET /audit', { as: token.value })).status, 200);

  await changeMemberRole(access.needs, owner.actor, admin.memberId, 'viewer');

  assert.equal((await call('GET /audit', { as: token.value })).status, 403);
  assert.equal((await call('POST /evaluate', { as: token.value })).status, 200);
});

test('each kind of endpoint knows its own kinds of credentials', async (t) => {
  const { access, owner, call } = await start(t);
  const key = await newKey(access, owner.actor, 'full-access');
  const token = await newToken(access, owner.actor, ['evaluations:run', 'search:read']);
  const narrow = await newToken(access, owner.actor, ['search:read']);

  assertRefused(await call('GET /session', { as: key.value }), 403, 'INSUFFICIENT_SCOPE');
  assertRefused(await call('GET /session', { as: token.value }), 403, 'INSUFFICIENT_SCOPE');
  assertRefused(
    await call('GET /api/v1/access-tokens', { as: key.value }),
    403,
    'INSUFFICIENT_SCOPE',
  );
  assertRefused(await call('POST /evaluate', { as: key.value }), 401, 'UNAUTHORIZED');
  assertRefused(
    await call('POST /evaluate', { as: newCredentialValue('xp_live_') }),
    401,
    'UNAUTHORIZED',
  );
  assertRefused(await call('POST /evaluate', { as: owner }), 401, 'UNAUTHORIZED');
  assertRefused(await call('POST /evaluate', { as: narrow.value }), 403, 'INSUFFICIENT_SCOPE');
  assertRefused(await call('POST /keys-only', { as: token.value }), 403, 'INSUFFICIENT_SCOPE');
  assertRefused(await call('POST /keys-only', { as: owner }), 401, 'UNAUTHORIZED');
  assert.equal((await call('POST /evaluate', { as: token.value })).status, 200);
  assert.equal((await call('POST /keys-only', { as: key.value })).status, 200);
});

test('a role that lacks the permission is FORBIDDEN, a scope INSUFFICIENT_SCOPE', async (t) => {
  const { access, id, owner, call } = await start(t);
  const viewer = await access.join(id, 'viewer');
  const reader = await newKey(access, owner.actor, 'read-only');

  assertRefused(await call('POST /write', { as: viewer }), 403, 'FORBIDDEN');
  assertRefused(await call('POST /write', { as: reader.value }), 403, 'INSUFFICIENT_SCOPE');
});

test('a session from a foreign page is refused, a bearer from anywhere is not', async (t) => {
  const { access, owner, call } = await start(t);
  const key = await newKey(access, owner.actor, 'full-access');
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${PUBLIC_ORIGIN}.evil.example` },
    { origin: PUBLIC_ORIGIN, 'sec-fetch-site': 'cross-site' },
    { origin: PUBLIC_ORIGIN, 'sec-fetch-site': 'same-site' },
  ];

  for (const headers of foreign) {
    assertRefused(await call('POST /write', { as: owner, headers }), 403, 'FORBIDDEN');
    assertRefused(await call('POST /session', { as: owner, headers }), 403, 'FORBIDDEN');
    assert.equal((await call('GET /read', { as: owner, headers })).status, 200);
    assert.equal((await call('POST /write', { as: key.value, headers })).status, 200);
  }
  const own = { origin: PUBLIC_ORIGIN, 'sec-fetch-site': 'same-origin' };
  assert.equal((await call('POST /write', { as: owner, headers: own })).status, 200);
});

test('a cookie beside a broken bearer does not help it', async (t) => {
  const { owner, call } = await start(t);
  const headers = { authorization: `Bearer ${newCredentialValue('xp_live_')}` };

  assertRefused(await call('GET /read', { as: owner, headers }), 401, 'API_KEY_INVALID');
});

test('a foreign organization and a missing one are the same 404', async (t) => {
  const { access, id, owner, call } = await start(t);
  const other = await access.newOrganization('free', 'Other');
  const key = await newKey(access, owner.actor, 'full-access');
  const token = await newToken(access, owner.actor, ['search:read']);

  for (const as of [owner, key.value, token.value]) {
    const answers = await Promise.all(
      [other.id, 'org_missing', `${id}x`].map((header) =>
        call('GET /read', { as, headers: { 'x-organization-id': header } }),
      ),
    );
    for (const answer of answers) assertRefused(answer, 404, 'NOT_FOUND');
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    const own = await call('GET /read', { as, headers: { 'x-organization-id': id } });
    assert.equal(own.status, 200);
  }
});

test('a session works in the organization it names, with the role it has there', async (t) => {
  const { access, id, owner, call } = await start(t);
  const other = await access.newOrganization('free', 'Other');
  await access.join(other.id, 'viewer', owner);

  const there = await call('GET /read', { as: owner, headers: { 'x-organization-id': other.id } });
  const here = await call('GET /read', { as: owner, headers: { 'x-organization-id': id } });

  assert.deepEqual(
    [there, here].map(({ body }) => (body.data as { role: Role }).role),
    ['viewer', 'owner'],
  );
});

test('whoever has chosen no organization is told to', async (t) => {
  const { access, call } = await start(t);
  const person = await access.newPerson();

  assertRefused(await call('GET /read', { as: person }), 404, 'NOT_FOUND');
  assert.equal((await call('GET /session', { as: person })).status, 200);
});

test('an address that is not on the allowlist is refused with every credential', async (t) => {
  const { access, owner, call } = await start(t);
  const key = await newKey(access, owner.actor, 'full-access');
  const token = await newToken(access, owner.actor, ['search:read']);
  const callers = [owner, key.value, token.value];
  for (const as of callers) assert.equal((await call('GET /read', { as })).status, 200);

  const allowedNetworks = ['192.0.2.0/24', '2001:db8::/32'];
  await changeOrganization(access.needs, owner.actor, { allowedNetworks });

  for (const as of callers) {
    for (const from of ['192.0.2.77', '::ffff:192.0.2.9', '2001:db8:ffff::1']) {
      assert.equal((await call('GET /read', { as, from })).status, 200, from);
    }
    for (const from of ['192.0.3.1', '::ffff:192.0.3.1', '2001:db9::1', '::1', 'unknown']) {
      assertRefused(await call('GET /read', { as, from }), 403, 'IP_NOT_ALLOWED');
    }
  }
});

test('an organization that switched a provider off does not take its sessions', async (t) => {
  const { access, owner, call } = await start(t);
  const { db } = access.metadata;
  await db
    .updateTable('sessions')
    .set({ signed_in_with: 'github' })
    .where('id', '=', owner.sessionId)
    .execute();
  assert.equal((await call('GET /read', { as: owner })).status, 200);

  const change = { oauthProviders: { github: false } };
  await changeOrganization(access.needs, owner.actor, change);

  assertRefused(await call('GET /read', { as: owner }), 403, 'FORBIDDEN');
});

test('an ended session is no session', async (t) => {
  const { access, owner, call } = await start(t);
  access.clock.advance(7 * 86_400_000);

  assertRefused(await call('GET /read', { as: owner }), 401, 'UNAUTHORIZED');
});

/** Counts the statements that the guard asks. */
function countQuestions(access: AccessUnderTest): { count: number } {
  const counter = { count: 0 };
  const { db } = access.metadata;
  const select = db.selectFrom.bind(db);
  Object.assign(db, {
    selectFrom: (table: 'api_keys') => {
      counter.count += 1;
      return select(table);
    },
  });
  return counter;
}
