import type { OrganizationId } from '../../base/ids.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import type { AuditRow } from '../../engines/metadata/tables/audit.ts';

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

export async function forgetDelivered({ db }: Reader, before: number): Promise<void> {
  await db.deleteFrom('audit_entries').where('delivered_at', '<', before).execute();
}
