import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAccess } from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { KEY_SCOPES, TOKEN_SCOPES } from '../../../spec/roles.ts';
import { hashCredential, isWellFormedCredential } from './credential-value.ts';

const { nameCharactersMax } = LIMITS.credentials;

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const { call } = startAccess(t, access);
  const createKey = (body: unknown) => call('POST /api/v1/api-keys', { as: owner, body });
  const createToken = (body: unknown) => call('POST /api/v1/access-tokens', { as: owner, body });
  return { access, id, owner, call, createKey, createToken };
}

test('a key is shown once; what stays is its hash and four characters', async (t) => {
  const { access, id, owner, call, createKey } = await start(t);

  const live = await createKey({ name: ' Vector ', scope: 'ingest-only' });
  const staging = await createKey({ name: 'CI', scope: 'read-only', environment: 'test' });

  assert.deepEqual([live.status, staging.status], [201, 201]);
  const { value, hint, name, createdBy, state } = live.body.data as Record<string, string>;
  assert.match(value ?? '', /^xp_live_[0-9A-Za-z]{38}$/);
  assert.ok(isWellFormedCredential(value ?? ''));
  assert.match((staging.body.data as { value: string }).value, /^xp_test_/);
  assert.deepEqual(
    [name, hint, createdBy, state],
    ['Vector', `xp_live_…${value?.slice(-4)}`, owner.email, 'active'],
  );
  const listed = await call('GET /api/v1/api-keys', { as: owner });
  assert.ok(!listed.text.includes(value ?? '-'));
  assert.ok(!listed.text.includes('"value"'));
  assert.ok(!listed.text.includes(hashCredential(value ?? '')));
  const everything = JSON.stringify([
    await access.metadata.db.selectFrom('api_keys').selectAll().execute(),
    await access.auditOf(id),
  ]);
  assert.ok(!everything.includes(value ?? '-'));
  assert.ok(everything.includes(hashCredential(value ?? '')));
});

test('keys of every scope and tokens of every scope can be made', async (t) => {
  const { access, id, createKey, createToken } = await start(t);

  for (const scope of KEY_SCOPES) {
    assert.equal((await createKey({ name: scope, scope })).status, 201);
  }
  const token = await createToken({ name: 'CI', scopes: [...TOKEN_SCOPES] });

  assert.equal(token.status, 201);
  const { value, scopes } = token.body.data as { value: string; scopes: string[] };
  assert.match(value, /^xpat_[0-9A-Za-z]{38}$/);
  assert.deepEqual(scopes, [...TOKEN_SCOPES]);
  const actions = (await access.auditOf(id)).map(({ action }) => action);
  assert.deepEqual(actions.sort(), [
    'access_token.created',
    ...KEY_SCOPES.map(() => 'api_key.created'),
  ]);
});

test('an expiration lies in the future and is shown', async (t) => {
  const { access, createKey, createToken } = await start(t);
  const at = (ms: number): string => new Date(access.clock.now() + ms).toISOString();
  const draft = { name: 'k', scope: 'read-only' };

  for (const expiresAt of [
    at(0),
    at(-1),
    'tomorrow',
    '2026-13-01T00:00:00Z',
    1_700_000_000,
    null,
  ]) {
    const key = await createKey({ ...draft, expiresAt });
    assert.deepEqual([key.status, key.body.details?.[0]?.path], [400, 'expiresAt'], key.text);
    const token = await createToken({ name: 't', scopes: ['search:read'], expiresAt });
    assert.deepEqual([token.status, token.body.details?.[0]?.path], [400, 'expiresAt']);
  }
  const key = await createKey({ ...draft, expiresAt: at(1) });
  assert.equal((key.body.data as { expiresAt: string }).expiresAt, at(1));
});

test('what is not a name or a scope is refused with its place', async (t) => {
  const { createKey, createToken } = await start(t);
  const names = [
    '',
    '  ',
    'a\u0000',
    'a\nb',
    '\u202Egpj.exe',
    'a'.repeat(nameCharactersMax + 1),
    7,
  ];

  for (const name of names) {
    const key = await createKey({ name, scope: 'read-only' });
    assert.deepEqual([key.status, key.body.details?.[0]?.path], [400, 'name'], key.text);
    const token = await createToken({ name, scopes: ['search:read'] });
    assert.deepEqual([token.status, token.body.details?.[0]?.path], [400, 'name']);
  }
  const longest = await createKey({ name: 'ö'.repeat(nameCharactersMax), scope: 'read-only' });
  assert.equal(longest.status, 201);
  for (const scope of ['admin', 'ingest-only,read-only', '', null]) {
    assert.equal((await createKey({ name: 'k', scope })).body.details?.[0]?.path, 'scope');
  }
  for (const scopes of [[], ['logs:write'], ['search:read', 'search:read'], 'search:read']) {
    const answer = await createToken({ name: 't', scopes });
    assert.deepEqual([answer.status, answer.body.code], [400, 'VALIDATION_ERROR']);
    assert.match(answer.body.details?.[0]?.path ?? '', /^scopes/);
  }
  assert.equal((await createKey({ name: 'k', scope: 'read-only', hash: 'x' })).status, 400);
});

test('a key revoked twice stays as it was revoked first', async (t) => {
  const { access, owner, call, createKey } = await start(t);
  const { id } = (await createKey({ name: 'k', scope: 'read-only' })).body.data as { id: string };
  const first = await call(`DELETE /api/v1/api-keys/${id}`, { as: owner });
  access.clock.advance(1_000);

  const second = await call(`DELETE /api/v1/api-keys/${id}`, { as: owner });

  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.deepEqual(second.body.data, first.body.data);
  assert.equal((await call('DELETE /api/v1/api-keys/key_missing', { as: owner })).status, 404);
});

test('a token is its owner’s affair: others neither see nor revoke it', async (t) => {
  const { access, id, owner, call, createToken } = await start(t);
  const admin = await access.join(id, 'admin');
  const made = (await createToken({ name: 'mine', scopes: ['search:read'] })).body.data;
  const { id: tokenId } = made as { id: string };

  assert.deepEqual((await call('GET /api/v1/access-tokens', { as: admin })).body.data, []);
  assert.equal((await call(`DELETE /api/v1/access-tokens/${tokenId}`, { as: admin })).status, 404);
  const listed = await call('GET /api/v1/access-tokens', { as: owner });
  assert.equal((listed.body.data as unknown[]).length, 1);
  const revoked = await call(`DELETE /api/v1/access-tokens/${tokenId}`, { as: owner });
  assert.equal((revoked.body.data as { state: string }).state, 'revoked');
});
