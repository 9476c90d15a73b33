import { organizationId, userId, type OrganizationId, type UserId } from '../../base/ids.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import type { OAuthClientRow } from '../../engines/metadata/tables/accounts.ts';
import type { SecretKeeper } from '../../engines/secrets/renew-secrets.ts';
import type { SecretPlace } from '../../engines/secrets/secrets.ts';
import type { OAuthProvider } from '../../spec/sign-in.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Where the secret of a client is kept. */
export function clientSecretPlace(organization: OrganizationId, provider: string): SecretPlace {
  return { organization, purpose: 'oauth-client', row: provider };
}

export async function readClients(
  { db }: Reader,
  organization: OrganizationId,
): Promise<OAuthClientRow[]> {
  return db
    .selectFrom('oauth_clients')
    .selectAll()
    .where('organization_id', '=', organization)
    .execute();
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
export function clientSecretKeeper({ db }: Pick<Metadata, 'db'>): SecretKeeper {
  return {
    readStale: async (prefix, after, max) => {
      let query = db
        .selectFrom('oauth_clients')
        .select(['organization_id', 'provider', 'client_secret'])
        .where('client_secret', 'not like', `${prefix}%`);
      if (after !== undefined) {
        query = query.where((compare) =>
          compare(
            compare.refTuple('organization_id', 'provider'),
            '>',
            compare.tuple(after.organization, after.row as OAuthProvider),
          ),
        );
      }
      const rows = await query.orderBy('organization_id').orderBy('provider').limit(max).execute();
      return rows.map((row) => ({
        place: clientSecretPlace(organizationId(row.organization_id), row.provider),
        kept: row.client_secret,
      }));
    },
    replace: async ({ place, kept }, renewed) => {
      await db
        .updateTable('oauth_clients')
        .set({ client_secret: renewed })
        .where('organization_id', '=', place.organization)
        .where('provider', '=', place.row as OAuthProvider)
        .where('client_secret', '=', kept)
        .execute();
    },
  };
}
