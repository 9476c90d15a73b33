import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { collectRoutes } from '../../../test/support/guard/collect-routes.ts';
import { openAccountTools } from '../../../test/support/guard/open-account-tools.ts';
import type { OAuthProvider } from '../../spec/sign-in.ts';
import { clientSecretPlace, readClients } from './oauth-clients-table.ts';
import type { Accounts } from './open-accounts.ts';
import {
  organizationRedirectUrl,
  readOrganizationSignIn,
  removeOAuthClient,
  setOAuthClient,
} from './organization-clients.ts';
import { organizationSignInRoutes } from './organization-sign-in-routes.ts';

const CLIENT = { clientId: 'acme-client', clientSecret: 'acme-secret' };

async function open(t: TestContext) {
  const under = await openAccountTools(t);
  const { id, owner } = await under.access.newOrganization();
  const { tools, forgotten, metadata, access } = under;
  const guest = await access.join(id, 'viewer');
  const set = (provider: OAuthProvider, client = CLIENT) =>
    setOAuthClient(tools, owner.actor, provider, client);
  /** Somebody came in through a client of the organization. */
  const enter = async (provider: OAuthProvider): Promise<void> => {
    await metadata.db
      .updateTable('sessions')
      .set({ confined_to: id, signed_in_with: provider })
      .where('user_id', '=', guest.id)
      .execute();
    forgotten.length = 0;
  };
  const isIn = async (): Promise<boolean> => {
    const rows = await metadata.db.selectFrom('sessions').select('user_id').execute();
    return rows.some((row) => row.user_id === guest.id);
  };
  const told = async () => {
    const rows = await access.auditOf(id);
    return rows.map((row) => [row.action, row.actor, row.resource, row.details]);
  };
  const redirect = (provider: OAuthProvider): string =>
    `https://logs.example.com/api/auth/organizations/${id}/callback/${provider}`;
  return { ...under, id, owner, guest, set, enter, isIn, told, redirect };
}

test('an organization sees its link and its clients, never a secret', async (t) => {
  const { tools, id, owner, set, redirect } = await open(t);
  const client = {
    clientId: 'acme-client',
    secretSetAt: '2026-01-15T12:00:00.000Z',
    secretSetBy: owner.email,
  };
  const google = { provider: 'google', redirectUrl: redirect('google') };
  const github = { provider: 'github', redirectUrl: redirect('github'), client: null };

  assert.equal(organizationRedirectUrl(tools, id, 'google'), redirect('google'));
  assert.deepEqual(await set('google'), { ...google, client });
  assert.deepEqual(await readOrganizationSignIn(tools, owner.actor), {
    url: `https://logs.example.com/sign-in?organization=${id}`,
    providers: [{ ...google, client }, github],
  });
  const [row] = await readClients(tools.metadata, id);
  assert.equal(row?.client_secret.includes('acme-secret'), false);
  const kept = row?.client_secret ?? '';
  assert.equal(tools.secrets.decryptSecret(clientSecretPlace(id, 'google'), kept), 'acme-secret');
});

test('another client ends the sessions of the one before; another secret does not', async (t) => {
  const { id, owner, guest, set, enter, isIn, told, forgotten } = await open(t);

  await enter('google');
  await set('google');
  assert.deepEqual([await isIn(), forgotten.includes(guest.id)], [true, false], 'there was none');
  await set('google', { ...CLIENT, clientSecret: 'other' });
  assert.deepEqual([await isIn(), forgotten.includes(guest.id)], [true, false]);
  await set('github', { ...CLIENT, clientId: 'other' });
  assert.deepEqual([await isIn(), forgotten.includes(guest.id)], [true, false]);
  await set('google', { ...CLIENT, clientId: 'other' });
  assert.deepEqual([await isIn(), forgotten.includes(guest.id)], [false, true]);

  const entry = (provider: string, clientId: string, change?: object) => [
    'organization.oauth_client_set',
    owner.email,
    id,
    JSON.stringify({
      provider,
      clientId,
      changed: ['clientSecret', ...(change === undefined ? [] : ['clientId'])],
      changes: [
        { field: 'clientSecret', secret: 'changed' },
        ...(change === undefined ? [] : [{ field: 'clientId', ...change, after: clientId }]),
      ],
    }),
  ];
  assert.deepEqual(await told(), [
    entry('google', 'acme-client', {}),
    entry('google', 'acme-client'),
    entry('github', 'other', {}),
    entry('google', 'other', { before: 'acme-client' }),
  ]);
});

test('a removed client takes the sessions through it, and is told of', async (t) => {
  const { tools, id, owner, guest, set, enter, isIn, told, forgotten, redirect } = await open(t);
  const remove = () => removeOAuthClient(tools, owner.actor, 'google');

  await assert.rejects(remove(), { code: 'NOT_FOUND', message: /OAuth client/ });
  await set('google');
  await enter('google');
  const none = { provider: 'google', redirectUrl: redirect('google'), client: null };
  assert.deepEqual(await remove(), none);

  assert.deepEqual([await isIn(), forgotten.includes(guest.id)], [false, true]);
  assert.deepEqual(await readClients(tools.metadata, id), []);
  const removed = [
    'organization.oauth_client_removed',
    owner.email,
    id,
    JSON.stringify({ provider: 'google' }),
  ];
  assert.deepEqual((await told()).at(-1), removed);
  await assert.rejects(remove(), { code: 'NOT_FOUND' });
  assert.equal((await told()).length, 2, 'nothing happened, nothing is told');
});

interface Answer {
  readonly data: { readonly client: { clientId: string } | null; readonly redirectUrl: string };
}

test('clients are read, set and removed over their addresses', async (t) => {
  const { tools, owner, redirect } = await open(t);
  const { call } = collectRoutes((app) =>
    organizationSignInRoutes(app, { tools } as unknown as Accounts),
  );
  const [params, { actor }] = [{ provider: 'github' }, owner];
  const path = '/api/v1/organization/sign-in';

  const set = await call(`PUT ${path}/:provider`, { actor, params, body: CLIENT });
  const { data } = set.answer as Answer;
  assert.deepEqual([data.client?.clientId, data.redirectUrl], ['acme-client', redirect('github')]);
  const read = await call(`GET ${path}`, { actor });
  assert.deepEqual(read.answer, { data: await readOrganizationSignIn(tools, actor) });
  const removed = await call(`DELETE ${path}/:provider`, { actor, params });
  assert.equal((removed.answer as Answer).data.client, null);
});
