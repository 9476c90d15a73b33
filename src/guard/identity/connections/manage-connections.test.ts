/** Who manages connections, what is refused, and what nobody gets to see. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, join, organizationOf } from '../../../../test/support/guard/organization-clients.ts';
import { SECRET } from '../../../../test/support/guard/start-accounts.ts';
import {
  CONNECTIONS,
  prove,
  startConnections,
} from '../../../../test/support/identity/start-connections.ts';
import { CLIENT } from '../../../../test/support/identity/start-identity-provider.ts';
import { silentLog } from '../../../base/log.ts';
import type { Connection, ConnectionDraft } from '../../../contract/connections.ts';
import { openSecrets } from '../../../engines/secrets/open-secrets.ts';
import { renewSecrets } from '../../../engines/secrets/renew-secrets.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { connectionSecretKeeper, forgetTests } from './connections-table.ts';
import { forgetFlows } from './flows-table.ts';

test('only Owners manage connections, and nobody sees or changes those of others', async (t) => {
  const { app, owner, operator, organization, create } = await startConnections(t);
  const { id } = await create(owner);
  const admin = await app.member('adam@example.com');
  await join(app, organization, 'adam@example.com');
  await app.metadata.db
    .updateTable('members')
    .set({ role: 'admin' })
    .where('id', '=', 'mem_adam@example.com')
    .execute();
  const one = `${CONNECTIONS}/${id}`;
  const calls: [Parameters<typeof ask>[1], string, unknown?][] = [
    ['GET', CONNECTIONS],
    ['POST', CONNECTIONS, { kind: 'oidc', name: 'x', issuer: 'https://x.example', ...CLIENT }],
    ['GET', one],
    ['PATCH', one, { name: 'Mine' }],
    ['POST', `${one}/test`],
    ['GET', `${one}/test`],
    ['DELETE', one],
  ];

  for (const [method, path, body] of calls) {
    const answer = await ask(admin, method, path, body, organization);
    assert.deepEqual([answer.status, answer.code], [403, 'FORBIDDEN'], `${method} ${path}`);
    if (path === CONNECTIONS) continue;
    const foreign = await ask(operator, method, path, body);
    assert.equal(foreign.status, 404, `${method} ${path}`);
  }
  const theirs = await ask(operator, 'GET', CONNECTIONS);
  assert.deepEqual((theirs.body as { data: unknown[] }).data, []);
  assert.equal((await ask(owner, 'GET', one)).status, 200);
});

test('the secret is encrypted for its place, never shown or recorded, and renewed under another key', async (t) => {
  const { app, owner, create } = await startConnections(t);
  const connection = await create(owner);
  const shown = await ask(owner, 'GET', CONNECTIONS);
  const row = () => app.metadata.db.selectFrom('connections').selectAll().executeTakeFirstOrThrow();
  const before = await row();
  const secrets = openSecrets({ secret: 'another secret of thirty-two letters', previous: SECRET });
  const keeper = connectionSecretKeeper(app.metadata);

  const renewed = await renewSecrets({ secrets, log: silentLog }, keeper);

  assert.deepEqual(renewed, { renewed: 1, unreadable: 0 });
  assert.notEqual((await row()).client_secret, before.client_secret);
  const told = JSON.stringify([connection, shown.body, before, await app.audit()]);
  assert.ok(!told.includes(CLIENT.clientSecret));
  const lost = await ask(app.browser(), 'GET', new URL(connection.startUrl).pathname);
  assert.deepEqual(
    [lost.status, lost.code],
    [502, 'SSO_CLIENT'],
    'a key that this node does not have',
  );
});

test('what cannot work, or would let anybody in, is refused', async (t) => {
  const { owner, provider, create } = await startConnections(t);
  const draft = { kind: 'oidc', name: 'Acme', issuer: provider.issuer, ...CLIENT };
  const tenant = '11111111-2222-3333-4444-555555555555';
  const { connectionNameCharactersMax, groupCharactersMax, roleMapMax, sessionHoursMax } =
    LIMITS.identity;
  const map = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ group: `g${i}`, role: 'member' as const }));
  const bad: Partial<ConnectionDraft>[] = [
    { kind: 'saml' },
    { kind: 'other' },
    { issuer: 'http://192.0.2.1' },
    { issuer: 'https://10.0.0.1' },
    { issuer: 'https://idp.example/?x=1' },
    { issuer: 'https://idp.example/#x' },
    { issuer: 'https://user:pass@idp.example' },
    { issuer: 'ftp://idp.example' },
    { issuer: 'https://login.microsoftonline.com/common/v2.0' },
    { issuer: 'https://login.microsoftonline.com/organizations/v2.0' },
    { issuer: 'https://login.microsoftonline.com/consumers/v2.0' },
    { issuer: 'https://LOGIN.microsoftonline.com./common/v2.0' },
    { issuer: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0' },
    { name: 'n'.repeat(connectionNameCharactersMax + 1) },
    { roleMap: [{ group: 'a', role: 'owner' as 'admin' }] },
    { roleMap: [...map(1), ...map(1)] },
    { roleMap: map(roleMapMax + 1) },
    { roleMap: [{ group: 'g'.repeat(groupCharactersMax + 1), role: 'member' }] },
    { defaultRole: 'admin' as 'viewer' },
    { sessionHours: 0 },
    { sessionHours: sessionHoursMax + 1 },
  ];

  for (const change of bad) {
    const answer = await ask(owner, 'POST', CONNECTIONS, { ...draft, ...change });
    assert.equal(answer.status, 400, JSON.stringify(change));
  }
  const saml = await ask(owner, 'POST', CONNECTIONS, { ...draft, kind: 'saml' });
  assert.deepEqual([saml.status, saml.paths], [400, ['issuer']]);
  const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`;
  const entra = await create(owner, {
    issuer,
    preset: 'entra',
    name: 'n'.repeat(connectionNameCharactersMax),
    roleMap: [...map(roleMapMax - 1), { group: 'g'.repeat(groupCharactersMax), role: 'admin' }],
    sessionHours: sessionHoursMax,
  });
  assert.deepEqual([entra.issuer, entra.attributes.email], [issuer, 'email']);
});

test('names are unique, a preset brings its claims, and there is room for a few', async (t) => {
  const { owner, create } = await startConnections(t);
  const first = await create(owner, { preset: 'adfs', attributes: { name: 'displayname' } });
  const twice = await ask(owner, 'POST', CONNECTIONS, {
    kind: 'oidc',
    name: 'Acme',
    issuer: 'https://x.example',
    ...CLIENT,
  });
  const { connectionsMax } = LIMITS.identity;
  for (let i = 1; i < connectionsMax; i++) await create(owner, { name: `C${i}` });
  const over = await ask(owner, 'POST', CONNECTIONS, {
    kind: 'oidc',
    name: 'one more',
    issuer: 'https://x.example',
    ...CLIENT,
  });
  const changed = await ask(owner, 'PATCH', `${CONNECTIONS}/${first.id}`, { preset: 'okta' });

  assert.deepEqual(first.attributes, { email: 'upn', name: 'displayname', groups: 'group' });
  assert.deepEqual([twice.status, twice.code], [409, 'CONFLICT']);
  assert.deepEqual([over.status, over.code], [403, 'PLAN_LIMIT_REACHED']);
  const { data } = changed.body as { data: Connection };
  assert.deepEqual(data.attributes, { email: 'email', name: 'name', groups: 'groups' });
});

test('a domain leads to the connections of whoever has verified it, whether accounts exist or not', async (t) => {
  const { app, owner, operator, create } = await startConnections(t);
  const { name, startUrl } = await create(owner);
  await prove(app, await organizationOf(operator), 'bare.com');
  const find = async (domain: string) => {
    const { body } = await ask(app.browser(), 'GET', `/api/auth/connections?domain=${domain}`);
    return (body as { connections: unknown[] }).connections;
  };

  assert.deepEqual(await find('ACME.com'), [{ name, startUrl }]);
  for (const domain of ['example.com', 'bare.com', 'nowhere.com', 'sub.acme.com', '%25']) {
    assert.deepEqual(await find(domain), [], domain);
  }
});

test('ways that nobody ended and results of tests are forgotten', async (t) => {
  const { app, owner, create } = await startConnections(t);
  const { startUrl } = await create(owner);
  const now = Date.now();
  await ask(app.browser(), 'GET', new URL(startUrl).pathname);
  const result = { test_result: '{}', tested_at: now };
  await app.metadata.db.updateTable('connections').set(result).execute();
  const left = async () => [
    (await app.metadata.db.selectFrom('connection_flows').select('id').execute()).length,
    (await app.metadata.db.selectFrom('connections').select('test_result').executeTakeFirst())
      ?.test_result,
  ];

  await forgetFlows(app.metadata, now);
  await forgetTests(app.metadata, now - LIMITS.identity.testResultMs);
  assert.deepEqual(await left(), [1, '{}']);
  await forgetFlows(app.metadata, now + 2 * LIMITS.identity.flowMsMax);
  await forgetTests(app.metadata, now);
  assert.deepEqual(await left(), [0, null]);
});
