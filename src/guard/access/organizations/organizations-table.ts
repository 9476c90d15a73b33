import { isoTime } from '../../../base/clock.ts';
import { notFound } from '../../../base/errors.ts';
import type { OrganizationId, UserId } from '../../../base/ids.ts';
import type { Organization } from '../../../contract/organizations.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { OrganizationRow } from '../../../engines/metadata/tables/access.ts';
import { openProviders } from './open-providers.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export async function readOrganization(
  { db }: Reader,
  organization: OrganizationId,
): Promise<OrganizationRow> {
  const row = await db
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', organization)
    .executeTakeFirst();
  if (row === undefined) throw notFound('organization');
  return row;
}

const OWN_MAX = 1_000;

/** The organizations of a user with the role in each, oldest membership first. */
export async function readOwnOrganizations(reader: Reader, user: UserId) {
  return ownQuery(reader, user)
    .orderBy('members.created_at')
    .orderBy('organizations.id')
    .limit(OWN_MAX)
    .execute();
}

export async function readOwnOrganization(reader: Reader, user: UserId, organization: string) {
  return ownQuery(reader, user).where('organizations.id', '=', organization).executeTakeFirst();
}

function ownQuery({ db }: Reader, user: UserId) {
  return db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.id', 'organizations.name', 'organizations.plan', 'members.role'])
    .where('members.user_id', '=', user);
}

export function showOrganization(row: OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    timezone: row.timezone,
    retentionDays: row.retention_days,
    oauthProviders: openProviders(row),
    allowedNetworks: JSON.parse(row.allowed_networks) as string[],
    isAuditOpen: row.audit_open === 1,
    createdAt: isoTime(row.created_at),
  };
}
