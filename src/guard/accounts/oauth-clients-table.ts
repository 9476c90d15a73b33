import { userId, type OrganizationId, type UserId } from '../../base/ids.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import { organizationRows } from '../../engines/metadata/organization-rows.ts';
import type { OAuthClientRow } from '../../engines/metadata/tables/accounts.ts';
import type { SecretKeeper } from '../../engines/secrets/renew-secrets.ts';
import { secretColumn } from '../../engines/secrets/secret-columns-table.ts';
import type { SecretPlace } from '../../engines/secrets/secrets.ts';
import type { OAuthProvider } from '../../spec/sign-in.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const oauthClients = organizationRows('oauth_clients');

/** Where the secret of a client is kept. */
export function clientSecretPlace(organization: OrganizationId, provider: string): SecretPlace {
  return { organization, purpose: 'oauth-client', row: provider };
}

export function readClients(
  reader: Reader,
  organization: OrganizationId,
): Promise<OAuthClientRow[]> {
  return oauthClients.list(reader, organization, {});
}

export async function putClient({ db }: Unit, row: OAuthClientRow): Promise<void> {
  const { organization_id: _organization, provider: _provider, ...changed } = row;
  await db
    .insertInto('oauth_clients')
    .values(row)
    .onConflict((same) => same.columns(['organization_id', 'provider']).doUpdateSet(changed))
    .execute();
}

/** Whether there was one. */
export async function deleteClient(
  { db }: Unit,
  organization: OrganizationId,
  provider: OAuthProvider,
): Promise<boolean> {
  const removed = await db
    .deleteFrom('oauth_clients')
    .where('organization_id', '=', organization)
    .where('provider', '=', provider)
    .returning('client_id')
    .execute();
  return removed.length > 0;
}

/** Ends what came in through a client of the organization; answers whose sessions those were. */
export async function endSessionsThrough(
  { db }: Unit,
  organization: OrganizationId,
  provider: OAuthProvider,
): Promise<Set<UserId>> {
  const ended = await db
    .deleteFrom('sessions')
    .where('confined_to', '=', organization)
    .where('signed_in_with', '=', provider)
    .returning('user_id')
    .execute();
  return new Set(ended.map((session) => userId(session.user_id)));
}

/** For renewing the secrets of all organizations under another key. */
export function clientSecretKeeper(metadata: Pick<Metadata, 'db'>): SecretKeeper {
  return secretColumn(metadata, {
    table: 'oauth_clients',
    column: 'client_secret',
    row: 'provider',
    placeOf: clientSecretPlace,
  });
}
