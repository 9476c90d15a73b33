import type { OrganizationId } from '../../base/ids.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import type { AuditRow } from '../../engines/metadata/tables/audit.ts';
import { forgetChain } from './audit-chains-table.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export async function insertAuditEntry({ db }: Unit, row: AuditRow): Promise<void> {
  await db.insertInto('audit_entries').values(row).execute();
}

export async function hasWaitingEntries({ db }: Reader): Promise<boolean> {
  const waiting = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('delivered_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/** Oldest first, at most `max`, of every organization but those that are held up. */
export async function readWaitingEntries(
  { db }: Reader,
  heldUp: ReadonlySet<string>,
  max: number,
): Promise<AuditRow[]> {
  let query = db.selectFrom('audit_entries').selectAll().where('delivered_at', 'is', null);
  if (heldUp.size > 0) query = query.where('organization_id', 'not in', [...heldUp]);
  return query.orderBy('recorded_at').orderBy('id').limit(max).execute();
}

/** Of one organization, those that have no number yet, oldest first. */
export async function readUnnumbered(
  { db }: Reader,
  organization: OrganizationId,
  max: number,
): Promise<AuditRow[]> {
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('delivered_at', 'is', null)
    .where('seq', 'is', null)
    .orderBy('recorded_at')
    .orderBy('id')
    .limit(max)
    .execute();
}

export async function numberEntry(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  place: { readonly seq: number; readonly hash: string; readonly previous_hash: string },
): Promise<void> {
  await db
    .updateTable('audit_entries')
    .set(place)
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .execute();
}

/** Those that are numbered and wait for the queue, in the order of their numbers. */
export async function readUndelivered(
  { db }: Reader,
  organization: OrganizationId,
  max: number,
): Promise<AuditRow[]> {
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('delivered_at', 'is', null)
    .where('seq', 'is not', null)
    .orderBy('seq')
    .limit(max)
    .execute();
}

export async function noteDelivered(
  { db }: Reader,
  organization: OrganizationId,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await db
    .updateTable('audit_entries')
    .set({ delivered_at: now })
    .where('organization_id', '=', organization)
    .where('id', 'in', ids)
    .execute();
}

/** Deletes entries of existing organizations; if they have streams, only older entries. */
export async function forgetDelivered(
  { db }: Reader,
  before: number,
  beforeWithStreams: number,
): Promise<void> {
  const streaming = db.selectFrom('audit_streams').select('organization_id');
  await db
    .deleteFrom('audit_entries')
    .where('delivered_at', '<', before)
    .where('organization_id', 'in', db.selectFrom('organizations').select('id'))
    .where((eb) =>
      eb.or([
        eb('delivered_at', '<', beforeWithStreams),
        eb('organization_id', 'not in', streaming),
      ]),
    )
    .execute();
}

/** Also of organizations that were deleted. */
export async function forgetOld({ db }: Reader, before: number): Promise<void> {
  await db
    .deleteFrom('audit_entries')
    .where('delivered_at', 'is not', null)
    .where('recorded_at', '<', before)
    .execute();
}

export async function readEntryIds(
  { db }: Reader,
  organization: OrganizationId,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('organization_id', '=', organization)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Those with the numbers from one on, in their order, as far as they are still here. */
export async function readNumbered(
  { db }: Reader,
  organization: OrganizationId,
  from: number,
  max: number,
): Promise<AuditRow[]> {
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('seq', '>=', from)
    .orderBy('seq')
    .limit(max)
    .execute();
}

/** Entries after the given one, oldest first. */
export async function readEntriesAfter(
  { db }: Reader,
  organization: OrganizationId,
  after: Pick<AuditRow, 'recorded_at' | 'id'>,
  max: number,
): Promise<AuditRow[]> {
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .where('organization_id', '=', organization)
    .where((eb) =>
      eb.or([
        eb('recorded_at', '>', after.recorded_at),
        eb.and([eb('recorded_at', '=', after.recorded_at), eb('id', '>', after.id)]),
      ]),
    )
    .orderBy('recorded_at')
    .orderBy('id')
    .limit(max)
    .execute();
}

/** Deletes the audit log of a restored organization. */
export async function forgetAudit(unit: Unit, organization: string): Promise<void> {
  await unit.db.deleteFrom('audit_entries').where('organization_id', '=', organization).execute();
  await forgetChain(unit, organization);
}
