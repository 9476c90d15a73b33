import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { ConnectionIdentityRow } from '../../../engines/metadata/tables/identity.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Whom the organization knows under a name of a provider. */
export async function findIdentity(
  { db }: Reader,
  organization: OrganizationId,
  issuer: string,
  subject: string,
): Promise<ConnectionIdentityRow | undefined> {
  return db
    .selectFrom('connection_identities')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Under which name a provider knows a member. */
export async function findSubject(
  { db }: Reader,
  organization: OrganizationId,
  issuer: string,
  member: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('connection_identities')
    .select('subject')
    .where('organization_id', '=', organization)
    .where('issuer', '=', issuer)
    .where('member_id', '=', member)
    .executeTakeFirst();
  return row?.subject;
}

export async function insertIdentity({ db }: Unit, row: ConnectionIdentityRow): Promise<void> {
  await db.insertInto('connection_identities').values(row).execute();
}

/** Names of persons that a provider made for another client; some providers have others for each. */
export async function forgetIdentities(
  { db }: Unit,
  organization: OrganizationId,
  issuer: string,
): Promise<number> {
  const gone = await db
    .deleteFrom('connection_identities')
    .where('organization_id', '=', organization)
    .where('issuer', '=', issuer)
    .returning('subject')
    .execute();
  return gone.length;
}
