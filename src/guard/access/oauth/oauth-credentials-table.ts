import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type {
  AccessTokenRow,
  OauthCredentialRow,
} from '../../../engines/metadata/tables/access.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export const { insert: insertOauthCredential } = organizationRows('oauth_credentials');

/** Of any organization: the credential itself doesn't name one. */
export async function findOauthCredential(
  { db }: Reader,
  hash: string,
): Promise<OauthCredentialRow | undefined> {
  return db.selectFrom('oauth_credentials').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** What a person consented to, and with which this credential ends. */
export async function findConsent(
  { db }: Reader,
  organization: OrganizationId,
  token: string,
): Promise<AccessTokenRow | undefined> {
  return db
    .selectFrom('access_tokens')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('id', '=', token)
    .executeTakeFirst();
}

/** Marks it as used; true for only one of several concurrent callers. */
export async function useOauthCredential(
  { db }: Unit,
  organization: OrganizationId,
  hash: string,
  now: number,
): Promise<boolean> {
  const used = await db
    .updateTable('oauth_credentials')
    .set({ used_at: now })
    .where('organization_id', '=', organization)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst();
  return used !== undefined;
}

/** A connection lasts as long as its newest refresh token. */
export async function extendConsent(
  { db }: Unit,
  organization: OrganizationId,
  token: string,
  until: number,
): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ expires_at: until })
    .where('organization_id', '=', organization)
    .where('id', '=', token)
    .execute();
}

/** Used ones are kept until they would have expired, to detect reuse. */
export async function forgetOauthCredentials({ db }: Reader, now: number): Promise<void> {
  await db.deleteFrom('oauth_credentials').where('expires_at', '<=', now).execute();
}
