import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOutbound } from '../../../engines/outbound/open-outbound.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { onBothStores, openAccess, PUBLIC_ORIGIN } from '../../../../test/support/open-access.ts';
import {
  CHALLENGE,
  CLIENT,
  documentOf,
  OTHER,
  REDIRECT,
  REQUEST,
  RESOURCE,
  startOauth,
} from '../../../../test/support/guard/start-oauth.ts';
import { removeMember } from '../members/manage-members.ts';
import { forgetOauthCredentials } from './oauth-credentials-table.ts';
import { openOauthClients } from './open-oauth-clients.ts';

onBothStores(
  'a person consents, and the client gets a token for the tools alone',
  async (t, given) => {
    const { call, owner, consent, byCode, mcp, audit, fetched, access } = await startOauth(
      t,
      given,
    );
    const query = new URLSearchParams(REQUEST).toString();
    const shown = await call('POST /api/v1/oauth/authorization', { as: owner, body: { query } });
    const {
      organizationId: _id,
      organizationName: _name,
      ...facts
    } = shown.body.data as Record<string, unknown>;
    assert.deepEqual(facts, {
      clientHost: 'agent.example.com',
      clientName: 'Example agent',
      redirectHost: '127.0.0.1:4711',
      scopes: ['agent:read', 'agent:write'],
    });
    const { data } = (await consent()).body;
    const back = new URL((data as { redirectTo: string }).redirectTo);
    assert.equal(back.origin + back.pathname, REDIRECT);
    assert.equal(back.searchParams.get('state'), 's 1');
    assert.equal(back.searchParams.get('iss'), PUBLIC_ORIGIN);
    assert.deepEqual(fetched, [CLIENT], 'kept for a while');

    const { status, body, headers } = await byCode(back.searchParams.get('code') ?? '');

    assert.equal(status, 200, JSON.stringify(body));
    assert.match(body.access_token, /^xoat_/);
    assert.deepEqual([body.scope, body.expires_in], ['agent:read agent:write', 3_600]);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal((await mcp(body.access_token)).status, 200);
    for (const endpoint of ['GET /api/v1/members', 'GET /api/v1/access-tokens']) {
      const elsewhere = await call(endpoint, { as: body.access_token });
      assert.deepEqual([elsewhere.status, elsewhere.body.code], [403, 'INSUFFICIENT_SCOPE']);
    }
    for (const value of [body.refresh_token, back.searchParams.get('code') ?? '']) {
      assert.equal((await mcp(value)).status, 401, 'no access token');
    }
    const rows = await access.metadata.db.selectFrom('oauth_credentials').selectAll().execute();
    const kept = JSON.stringify(rows);
    assert.ok(!kept.includes(body.access_token) && !kept.includes(body.refresh_token));
    assert.ok((await audit()).includes('oauth_client.consented'));
    access.clock.advance(LIMITS.oauth.metadataMs);
    await consent();
    assert.deepEqual(fetched, [CLIENT, CLIENT], 'and then read again');
  },
);

test('access ends after an hour, and refreshing replaces both tokens', async (t) => {
  const { access, codeOf, byCode, byRefresh, mcp } = await startOauth(t);
  const first = (await byCode(await codeOf())).body;
  access.clock.advance(LIMITS.oauth.accessMs - 1);
  assert.equal((await mcp(first.access_token)).status, 200);
  access.clock.advance(1);
  assert.equal((await mcp(first.access_token)).status, 401);
  const second = (await byRefresh(first.refresh_token)).body;
  assert.equal((await mcp(second.access_token)).status, 200);
  access.clock.advance(LIMITS.oauth.refreshMs - 1);
  const third = (await byRefresh(second.refresh_token)).body;
  assert.equal((await mcp(third.access_token)).status, 200);
  access.clock.advance(LIMITS.oauth.refreshMs);
  assert.equal((await byRefresh(third.refresh_token)).body.error, 'invalid_grant');
  await forgetOauthCredentials(access.metadata, access.clock.now());
  const rows = await access.metadata.db.selectFrom('oauth_credentials').selectAll().execute();
  assert.deepEqual(rows, []);
});

test('attack: a code that is used again ends the connection', async (t) => {
  const { codeOf, byCode, byRefresh, mcp, audit } = await startOauth(t);
  const code = await codeOf();
  const { body } = await byCode(code);
  const again = await byCode(code);
  assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant']);
  assert.equal((await mcp(body.access_token)).status, 401);
  assert.equal((await byRefresh(body.refresh_token)).body.error, 'invalid_grant');
  assert.ok((await audit()).includes('oauth_client.revoked'));
});

test('attack: of a code that is used many times at once at most one use counts', async (t) => {
  const { codeOf, byCode } = await startOauth(t);
  const code = await codeOf();
  const answers = await Promise.all(Array.from({ length: 8 }, () => byCode(code)));
  assert.ok(answers.filter(({ status }) => status === 200).length <= 1);
});

test('attack: a refresh token that is used again ends the whole family', async (t) => {
  const { codeOf, byCode, byRefresh, mcp } = await startOauth(t);
  const first = (await byCode(await codeOf())).body;
  const second = (await byRefresh(first.refresh_token)).body;
  assert.equal((await byRefresh(first.refresh_token)).body.error, 'invalid_grant');
  for (const { access_token: token } of [first, second]) {
    assert.equal((await mcp(token)).status, 401);
  }
  assert.equal((await byRefresh(second.refresh_token)).body.error, 'invalid_grant');
});

test('attack: neither another client nor a wrong verifier, redirect, resource or kind gets a token', async (t) => {
  const { codeOf, byCode, byRefresh, access } = await startOauth(t);
  const wrong: readonly [Record<string, string>, string][] = [
    [{ client_id: OTHER }, 'invalid_grant'],
    [{ code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
    [{ code_verifier: CHALLENGE }, 'invalid_grant'],
    [{ redirect_uri: 'http://127.0.0.1:4712/callback' }, 'invalid_grant'],
    [{ resource: 'https://evil.example/mcp' }, 'invalid_target'],
    [{ resource: '' }, 'invalid_target'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ code: 'xoac_guess' }, 'invalid_grant'],
  ];
  for (const [change, error] of wrong) {
    const { status, body } = await byCode(await codeOf(), change);
    assert.deepEqual([status, body.error], [400, error], JSON.stringify(change));
  }
  const late = await codeOf();
  access.clock.advance(LIMITS.oauth.codeMs);
  assert.equal((await byCode(late)).body.error, 'invalid_grant');
  const { body } = await byCode(await codeOf(), { resource: `${RESOURCE}/` });
  assert.match(body.access_token, /^xoat_/, 'a slash is forgiven');
  for (const change of [{ client_id: OTHER }, { resource: 'https://evil.example/mcp' }]) {
    const mine = (await byCode(await codeOf())).body;
    assert.equal((await byRefresh(mine.refresh_token, change)).status, 400);
  }
  assert.equal((await byCode(body.refresh_token)).body.error, 'invalid_grant');
  assert.equal((await byRefresh(await codeOf())).body.error, 'invalid_grant');
});

test('attack: nothing is sent to an address that the client has not listed', async (t) => {
  const { consent } = await startOauth(t);
  for (const redirect of [
    'https://evil.example/callback',
    'http://127.0.0.1:4711/other',
    'http://127.0.0.1.evil.example/callback',
    'http://localhost:4711/callback',
    'https://agent.example.com/back/',
    'https://agent.example.com:8443/back',
    'http://agent.example.com/back',
    'https://user@agent.example.com/back',
    'javascript:alert(1)',
    '',
  ]) {
    const { status, body } = await consent({ redirect_uri: redirect });
    assert.deepEqual([status, body.code], [400, 'VALIDATION_ERROR'], redirect);
  }
  for (const change of [
    { response_type: 'token' },
    { code_challenge_method: 'plain' },
    { code_challenge: '' },
    { resource: 'https://evil.example/mcp' },
  ]) {
    assert.equal((await consent(change)).status, 400, JSON.stringify(change));
  }
  const twice = `${new URLSearchParams(REQUEST).toString()}&redirect_uri=https%3A%2F%2Fevil.example`;
  assert.equal((await consent({}, undefined, { query: twice })).status, 400);
  assert.equal((await consent({ redirect_uri: 'https://agent.example.com/back' })).status, 200);
});

test('attack: metadata of a client is not fetched from private addresses', async (t) => {
  const access = await openAccess(t);
  const clients = openOauthClients({
    outbound: openOutbound({ networks: [], hosts: [] }, { resolve: async () => ['10.0.0.7'] }),
    clock: access.clock,
  });
  for (const id of [
    'https://127.0.0.1/client.json',
    'https://10.0.0.1/client.json',
    'https://[::1]/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://internal.example.com/client.json',
    'http://agent.example.com/client.json',
    'https://user:pass@agent.example.com/client.json',
    'https://agent.example.com/',
    'https://agent.example.com/a/../client.json',
    'https://agent.example.com/client.json#x',
    'file:///etc/passwd',
    'agent',
  ]) {
    await assert.rejects(clients.read(id), { code: 'VALIDATION_ERROR' }, id);
  }
});

test('attack: nobody on the way describes a client, since metadata is fetched over https', async (t) => {
  const { documents, fetched, consent } = await startOauth(t);
  const plain = CLIENT.replace('https:', 'http:');
  documents.set(plain, documentOf(plain));
  assert.equal((await consent({ client_id: plain })).status, 400);
  assert.deepEqual(fetched, []);
});

test('a metadata document must be small, about itself, and of a public client', async (t) => {
  const { documents, consent } = await startOauth(t);
  const fits = { ...documentOf(''), padding: '' };
  for (const [document, status] of [
    [{ ...fits, client_id: OTHER }, 400],
    [{ ...fits, redirect_uris: ['http://evil.example/callback'] }, 400],
    [{ ...fits, token_endpoint_auth_method: 'client_secret_basic' }, 400],
    ['no json', 400],
    ['[]', 400],
    [undefined, 400],
    [paddedTo(LIMITS.oauth.metadataBytesMax + 1), 400],
    [paddedTo(LIMITS.oauth.metadataBytesMax), 200],
  ] as const) {
    documents.set(
      CLIENT,
      typeof document === 'object' && !('client_id' in document && document['client_id'] === OTHER)
        ? { ...document, client_id: CLIENT }
        : document,
    );
    assert.equal((await consent()).status, status, JSON.stringify(document)?.slice(0, 200));
  }
});

function paddedTo(bytes: number): string {
  const document = { ...documentOf(CLIENT), padding: '' };
  const missing = bytes - new TextEncoder().encode(JSON.stringify(document)).length;
  return JSON.stringify({ ...document, padding: 'x'.repeat(missing) });
}

test('attack: consent is given by a signed-in person on our own page alone', async (t) => {
  const { call, owner, access, id } = await startOauth(t);
  const body = {
    query: new URLSearchParams(REQUEST).toString(),
    organizationId: id,
    isAllowed: true,
    scopes: ['agent:read'],
  };
  const foreign = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreign) {
    const { status } = await call('POST /api/v1/oauth/consent', { as: owner, headers, body });
    assert.equal(status, 403, JSON.stringify(headers));
  }
  assert.equal((await call('POST /api/v1/oauth/consent', { body })).status, 401);
  const none = await access.metadata.db.selectFrom('oauth_credentials').selectAll().execute();
  assert.deepEqual(none, []);
  await access.metadata.db
    .updateTable('organizations')
    .set({ agents: 'off' })
    .where('id', '=', id)
    .execute();
  const off = await call('POST /api/v1/oauth/consent', { as: owner, body });
  assert.equal(off.body.code, 'AGENTS_OFF');
});

test('whoever denies grants nothing, and nobody grants more than was asked for', async (t) => {
  const { consent, byCode, codeOf } = await startOauth(t);
  const denied = (await consent({}, undefined, { isAllowed: false })).body;
  const { searchParams } = new URL((denied.data as { redirectTo: string }).redirectTo);
  assert.deepEqual([searchParams.get('error'), searchParams.get('code')], ['access_denied', null]);
  const { body } = await byCode(await codeOf({ scope: 'evaluations:run unknown' }));
  assert.equal(body.scope, 'agent:read');
});

test('a connection is revoked as an access token is, and ends with the membership', async (t) => {
  const { access, id, call, owner, byCode, byRefresh, codeOf, mcp, audit } = await startOauth(t);
  const { body } = await byCode(await codeOf());
  const listed = await call('GET /api/v1/access-tokens', { as: owner });
  const [token] = listed.body.data as { id: string; name: string; hint: string }[];
  assert.deepEqual([token?.name, token?.hint], ['Example agent (agent.example.com)', 'xoat_…']);
  await call(`DELETE /api/v1/access-tokens/${token?.id}`, { as: owner });
  assert.equal((await mcp(body.access_token)).status, 401);
  assert.equal((await byRefresh(body.refresh_token)).body.error, 'invalid_grant');
  assert.ok((await audit()).includes('oauth_client.revoked'));

  const member = await access.join(id, 'member');
  const theirs = (await byCode(await codeOf({}, member))).body;
  assert.equal((await mcp(theirs.access_token)).status, 200);
  await removeMember(access.needs, owner.actor, member.memberId);
  assert.equal((await mcp(theirs.access_token)).status, 401);
  assert.equal((await byRefresh(theirs.refresh_token)).body.error, 'invalid_grant');
});

test('a consent counts for the organization that the page showed, whichever the person has gone on to', async (t) => {
  const { access, call, id, owner, codeOf } = await startOauth(t);
  const query = new URLSearchParams(REQUEST).toString();
  const shown = await call('POST /api/v1/oauth/authorization', { as: owner, body: { query } });
  assert.equal((shown.body.data as { organizationId: string }).organizationId, id);
  const other = await access.newOrganization();
  await access.join(other.id, 'owner', owner);
  const body = { query, organizationId: id, isAllowed: true, scopes: ['agent:read'] };
  const late = await call('POST /api/v1/oauth/consent', { as: owner, body });
  assert.deepEqual([late.status, late.body.code], [409, 'CONFLICT']);
  const none = await access.metadata.db.selectFrom('oauth_credentials').selectAll().execute();
  assert.deepEqual(none, []);
  await access.metadata.db
    .updateTable('sessions')
    .set({ active_organization_id: id })
    .where('id', '=', owner.sessionId)
    .execute();
  assert.match(await codeOf(), /^xoac_/);
});

test('the metadata of the server and of the resource name each other', async (t) => {
  const { call } = await startOauth(t);
  for (const path of ['', '/mcp']) {
    const { body } = await call(`GET /.well-known/oauth-protected-resource${path}`);
    assert.equal(body['resource'], RESOURCE);
    assert.deepEqual(body['authorization_servers'], [PUBLIC_ORIGIN]);
  }
  const { body } = await call('GET /.well-known/oauth-authorization-server');
  assert.equal(body['issuer'], PUBLIC_ORIGIN);
  assert.deepEqual(body['code_challenge_methods_supported'], ['S256']);
  assert.equal(body['client_id_metadata_document_supported'], true);
});

test('a request of more characters than are read is refused', async (t) => {
  const { call, owner } = await startOauth(t);
  const query = new URLSearchParams(REQUEST).toString();
  const ask = async (length: number) =>
    call('POST /api/v1/oauth/authorization', {
      as: owner,
      body: { query: `${query}&x=`.padEnd(length, 'x') },
    });
  assert.equal((await ask(LIMITS.oauth.requestCharactersMax)).status, 200);
  assert.equal((await ask(LIMITS.oauth.requestCharactersMax + 1)).status, 400);
});
