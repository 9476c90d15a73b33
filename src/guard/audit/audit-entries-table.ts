import { sql } from 'kysely';
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

/** Of the oldest `max` waiting entries, except those of organizations that are held up: whose they are, oldest first. */
export async function readWaitingOwners(
  { db }: Reader,
  heldUp: ReadonlySet<string>,
  max: number,
): Promise<string[]> {
  let query = db
    .selectFrom('audit_entries')
    .select('organization_id')
    .where('delivered_at', 'is', null);
  if (heldUp.size > 0) query = query.where('organization_id', 'not in', [...heldUp]);
  const rows = await query.orderBy('recorded_at').orderBy('id').limit(max).execute();
  return rows.map((row) => row.organization_id);
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

/** Gives entries their places, in one statement for all of them. */
export async function placeEntries(
  { db }: Unit,
  organization: OrganizationId,
  placed: readonly Pick<AuditRow, 'id' | 'seq' | 'hash' | 'previous_hash'>[],
): Promise<void> {
  if (placed.length === 0) return;
  const rows = placed.map(
    ({ id, seq, hash, previous_hash }) => sql`(${id}, ${seq}, ${hash}, ${previous_hash})`,
  );
  // Both databases call the columns of values so.
  const places = sql<{
    column1: string;
    column3: string;
    column4: string;
  }>`(values ${sql.join(rows)})`;
  await db
    .updateTable('audit_entries')
    .from(places.as('place'))
    .set((eb) => ({
      // PostgreSQL takes bound values there for text.
      seq: sql<number>`cast(place.column2 as bigint)`,
      hash: eb.ref('place.column3'),
      previous_hash: eb.ref('place.column4'),
    }))
    .where('organization_id', '=', organization)
    .whereRef('audit_entries.id', '=', 'place.column1')
    .execute();
}

/**
 * Those that are numbered and wait for the queue, in the order of their numbers. Conditions on numbers are checked here:
 * in the statement, they make SQLite read all delivered entries of the organization.
 */
export async function readUndelivered(
  { db }: Reader,
  organization: OrganizationId,
  max: number,
): Promise<AuditRow[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('delivered_at', 'is', null)
    .orderBy('recorded_at')
    .orderBy('id')
    .limit(max)
    .execute();
  return rows
    .filter(({ seq }) => seq !== null)
    .toSorted((one, other) => Number(one.seq) - Number(other.seq));
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
