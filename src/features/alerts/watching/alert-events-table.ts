import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertEventRow } from '../../../engines/metadata/tables/alerts.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const ROWS_AT_ONCE = 500;

export async function insertEvents({ db }: Unit, rows: readonly AlertEventRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('alert_events')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}

export async function hasEvents({ db }: Reader): Promise<boolean> {
  const row = await db.selectFrom('alert_events').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Oldest first, of every organization but those that are held up. */
export async function readEvents(
  { db }: Reader,
  heldUp: ReadonlySet<string>,
  max: number,
): Promise<AlertEventRow[]> {
  let query = db.selectFrom('alert_events').selectAll();
  if (heldUp.size > 0) query = query.where('organization_id', 'not in', [...heldUp]);
  return query.orderBy('recorded_at').orderBy('id').limit(max).execute();
}

export async function removeEvents(
  { db }: Reader,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    await db
      .deleteFrom('alert_events')
      .where('organization_id', '=', organization)
      .where('id', 'in', ids.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}
