import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { ACCESS_CHANNEL } from '../../access/index.ts';
import type { DomainRow } from '../../../engines/metadata/tables/identity.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export async function readDomains(
  { db }: Reader,
  organization: OrganizationId,
): Promise<DomainRow[]> {
  return db
    .selectFrom('domains')
    .selectAll()
    .where('organization_id', '=', organization)
    .orderBy('domain')
    .execute();
}

export async function findDomain(
  { db }: Reader,
  organization: OrganizationId,
  id: string,
): Promise<DomainRow | undefined> {
  return db
    .selectFrom('domains')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Of any organization: for operators, who name no organization. */
export async function findAnyDomain({ db }: Reader, id: string): Promise<DomainRow | undefined> {
  return db.selectFrom('domains').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The row that has proved it; at most one organization has one. */
export async function findProved({ db }: Reader, domain: string): Promise<DomainRow | undefined> {
  return db
    .selectFrom('domains')
    .selectAll()
    .where('domain', '=', domain)
    .where('state', '=', 'proved')
    .executeTakeFirst();
}

export async function insertDomain({ db }: Unit, row: DomainRow): Promise<void> {
  await db.insertInto('domains').values(row).execute();
}

/** Whose sign-in may be required depends on which domains are proved, so every node hears when that changes. */
export async function updateDomain(
  unit: Unit,
  organization: OrganizationId,
  id: string,
  set: Partial<DomainRow>,
): Promise<void> {
  if (set.state !== undefined) await unit.notify(ACCESS_CHANNEL, organization);
  await unit.db
    .updateTable('domains')
    .set(set)
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .execute();
}

export async function removeDomain(
  unit: Unit,
  organization: OrganizationId,
  id: string,
): Promise<void> {
  await unit.notify(ACCESS_CHANNEL, organization);
  await unit.db
    .deleteFrom('domains')
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .execute();
}

/** Domains of all organizations, proved by a record that has not been checked since; longest unchecked first. */
export async function readUnchecked(
  { db }: Reader,
  since: number,
  max: number,
): Promise<DomainRow[]> {
  return db
    .selectFrom('domains')
    .selectAll()
    .where('state', '=', 'proved')
    .where('vouched_by', 'is', null)
    .where('checked_at', '<=', since)
    .orderBy('checked_at')
    .orderBy('id')
    .limit(max)
    .execute();
}
