import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectRoutes } from '../../../test/support/guard/collect-routes.ts';
import { openAccountTools } from '../../../test/support/guard/open-account-tools.ts';
import { openSecrets } from '../../engines/secrets/open-secrets.ts';
import { clientSecretPlace, readClients } from './oauth-clients-table.ts';
import type { Accounts } from './open-accounts.ts';
import { setOAuthClient } from './organization-clients.ts';
import { accountsRoom } from './room.ts';

test('the room answers for accounts and for the clients of organizations', async (t) => {
  const { tools } = await openAccountTools(t);
  const accounts = { tools } as unknown as Accounts;

  const exported = accountsRoom.contract.map((file) => Object.keys(file));
  assert.deepEqual(
    [exported.length, exported[0]?.includes('signIn'), exported[1]?.includes('setOAuthClient')],
    [3, true, true],
  );
  const { routes } = accountsRoom.open({ ...tools, accounts });
  assert.equal(collectRoutes(routes).names.length, 28);
});

test('what is past its time is forgotten each minute, and secrets get the key of now each hour', async (t) => {
  const { access, tools, metadata, clock } = await openAccountTools(t);
  const { id, owner } = await access.newOrganization();
  const client = { clientId: 'acme-client', clientSecret: 'acme-secret' };
  await setOAuthClient(tools, owner.actor, 'google', client);
  const secret = 'another secret of thirty-two characters';
  const secrets = openSecrets({ secret, previous: tools.secret });
  const accounts = { tools: { ...tools, secrets } } as unknown as Accounts;
  const { jobs } = accountsRoom.open({ metadata, clock, accounts });
  const { signal } = new AbortController();
  const run = async (name: string) => jobs.find((job) => job.name === name)?.run(signal);
  const sessions = async (): Promise<number> =>
    (await metadata.db.selectFrom('sessions').select('id').execute()).length;

  assert.deepEqual(
    jobs.map(({ name, everyMs }) => [name, everyMs]),
    [
      ['session-tidying', 60_000],
      ['secret-renewal', 3_600_000],
    ],
  );
  await run('session-tidying');
  assert.equal(await sessions(), 1);
  await metadata.db.updateTable('sessions').set({ expires_at: clock.now() }).execute();
  await run('session-tidying');
  assert.equal(await sessions(), 0);
  await run('secret-renewal');
  const [row] = await readClients(metadata, id);
  const alone = openSecrets({ secret, previous: undefined });
  const kept = row?.client_secret ?? '';
  assert.equal(alone.decryptSecret(clientSecretPlace(id, 'google'), kept), 'acme-secret');
});
