import { isoTime } from '../../../base/clock.ts';
import type { Page } from '../../../base/cursor.ts';
import { notFound } from '../../../base/errors.ts';
import type { OrganizationId, UserId } from '../../../base/ids.ts';
import type { Organization } from '../../../contract/organizations.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { newestFirst } from '../../../engines/metadata/organization-rows.ts';
import type { OrganizationRow } from '../../../engines/metadata/tables/access.ts';
import type { PlanName } from '../../../spec/plans.ts';
import { PLAN_TERMS } from '../../limits/index.ts';
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
    agents: row.agents,
    mask: row.agents_masked === 1,
    createdAt: isoTime(row.created_at),
  };
}

/** Newest first, one more than the page size; for operators. */
export async function readAllOrganizations({ db }: Reader, page: Page): Promise<OrganizationRow[]> {
  return newestFirst(db.selectFrom('organizations').selectAll(), page).execute();
}

/** What requests need to know of it, time and again. */
export async function findOrganizationFacts({ db }: Reader, organization: OrganizationId) {
  return db
    .selectFrom('organizations')
    .select(['name', 'timezone', 'retention_days', 'allowed_networks', ...PLAN_TERMS])
    .select(['closed_providers', 'audit_open', 'agents', 'agents_masked', 'second_factor'])
    .where('id', '=', organization)
    .executeTakeFirst();
}

export async function insertOrganizationRow({ db }: Unit, row: OrganizationRow): Promise<void> {
  await db.insertInto('organizations').values(row).execute();
}

export async function updateOrganization(
  { db }: Unit,
  organization: OrganizationId,
  set: Partial<OrganizationRow>,
): Promise<void> {
  await db.updateTable('organizations').set(set).where('id', '=', organization).execute();
}

/** For all organizations that a user created. */
export async function setPlanOfCreator(
  { db }: Unit,
  user: UserId,
  plan: PlanName,
  now: number,
): Promise<void> {
  await db
    .updateTable('organizations')
    .set({ plan, updated_at: now })
    .where('created_by', '=', user)
    .execute();
}

/** If several requests compete for a slot, the primary key lets one succeed. */
export async function takePlace(
  { db }: Unit,
  user: UserId,
  slot: number,
  organization: OrganizationId,
): Promise<boolean> {
  const taken = await db
    .insertInto('organization_slots')
    .values({ user_id: user, slot, organization_id: organization })
    .onConflict((conflict) => conflict.columns(['user_id', 'slot']).doNothing())
    .returning('slot')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function chooseOrganization(
  { db }: Unit,
  session: { readonly id: UserId; readonly sessionId: string },
  organization: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ active_organization_id: organization })
    .where('id', '=', session.sessionId)
    .where('user_id', '=', session.id)
    .execute();
}

/**
 * Deletes it with all dependent rows except audit entries; returns users whose sessions had it selected. Data outside
 * this store is recorded for erasure.
 */
export async function removeOrganization(
  { db }: Unit,
  organization: OrganizationId,
  now: number,
): Promise<string[]> {
  await db
    .insertInto('organization_erasures')
    .values({ organization_id: organization, requested_at: now })
    .execute();
  const sessions = await db
    .updateTable('sessions')
    .set({ active_organization_id: null })
    .where('active_organization_id', '=', organization)
    .returning('user_id')
    .execute();
  await db.deleteFrom('organizations').where('id', '=', organization).execute();
  return sessions.map(({ user_id }) => user_id);
}

/** Oldest first. */
export async function readOrganizationErasures({ db }: Reader, max: number) {
  return db
    .selectFrom('organization_erasures')
    .selectAll()
    .orderBy('requested_at')
    .limit(max)
    .execute();
}

export async function forgetOrganizationErasure(
  { db }: Reader,
  organization: string,
): Promise<void> {
  await db
    .deleteFrom('organization_erasures')
    .where('organization_id', '=', organization)
    .execute();
}

/** In all resources they created. */
export async function renameCreatedBy(
  { db }: Unit,
  user: UserId,
  name: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('organizations')
    .set({ name, updated_at: now })
    .where('created_by', '=', user)
    .execute();
}
