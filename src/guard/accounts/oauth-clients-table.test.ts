import assert from 'node:assert/strict';
import { onBothStores } from '../../../test/support/open-access.ts';
import { organizationId } from '../../base/ids.ts';
import { silentLog } from '../../base/log.ts';
import { openSecrets } from '../../engines/secrets/open-secrets.ts';
import {
  clientSecretKeeper,
  clientSecretPlace,
  deleteClient,
  putClient,
  readClients,
} from './oauth-clients-table.ts';
import { renewClientSecrets } from './renew-client-secrets.ts';

const OLD = 'the secret of last year, thirty-two characters';
const NEW = 'the secret of this year, thirty-two characters';
const old = openSecrets({ secret: OLD, previous: undefined });

onBothStores(
  'secrets are renewed, and stay with their organization and provider',
  async (_, access) => {
    const { metadata } = access;
    const ids = [(await access.newOrganization()).id, (await access.newOrganization()).id];
    for (const id of ids) {
      for (const provider of ['google', 'github'] as const) {
        const kept = old.encryptSecret(clientSecretPlace(id, provider), `${provider} of ${id}`);
        await metadata.transaction((unit) =>
          putClient(unit, {
            organization_id: id,
            provider,
            client_id: 'client',
            client_secret: kept,
            secret_set_at: 1,
            secret_set_by: 'ada@example.com',
          }),
        );
      }
    }
    const secrets = openSecrets({ secret: NEW, previous: OLD });
    const keeper = clientSecretKeeper(metadata);
    const walked: string[] = [];
    for (let after; ;) {
      const [next] = await keeper.readStale(secrets.currentPrefix, after, 1);
      if (next === undefined) break;
      walked.push(`${next.place.organization} ${next.place.row}`);
      after = next.place;
    }

    await renewClientSecrets({ metadata, secrets, log: silentLog });

    const expected = ids.flatMap((id) => [`${id} github`, `${id} google`]).toSorted();
    assert.deepEqual(walked, expected);
    assert.deepEqual(await keeper.readStale(secrets.currentPrefix, undefined, 10), []);
    const alone = openSecrets({ secret: NEW, previous: undefined });
    for (const id of ids) {
      for (const { provider, client_secret: kept } of await readClients(metadata, id)) {
        const place = clientSecretPlace(id, provider);
        assert.equal(alone.decryptSecret(place, kept), `${provider} of ${id}`);
      }
    }
  },
);

onBothStores(
  'a secret that was replaced meanwhile is not written over, and leaves with its organization',
  async (_, access) => {
    const { metadata } = access;
    const { id } = await access.newOrganization();
    const row = {
      organization_id: id,
      provider: 'google',
      client_id: 'client',
      client_secret: old.encryptSecret(clientSecretPlace(id, 'google'), 'first'),
      secret_set_at: 1,
      secret_set_by: 'ada@example.com',
    } as const;
    await metadata.transaction((unit) => putClient(unit, row));
    const keeper = clientSecretKeeper(metadata);
    const [read] = await keeper.readStale('v1.other.', undefined, 1);
    assert.ok(read !== undefined);
    await metadata.transaction((unit) => putClient(unit, { ...row, client_secret: 'v1.new' }));

    await keeper.replace(read, 'v1.stale');

    const kept = async () => (await readClients(metadata, id)).map((each) => each.client_secret);
    assert.deepEqual(await kept(), ['v1.new']);
    const foreign = organizationId('org_other');
    assert.equal(
      await metadata.transaction((unit) => deleteClient(unit, foreign, 'google')),
      false,
    );
    await metadata.db.deleteFrom('organizations').where('id', '=', id).execute();
    assert.deepEqual(await kept(), []);
  },
);
