import { newId, type OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { KpiOutboxRow } from '../../../engines/metadata/tables/services.ts';
import type { KpiIndexRow } from './kpi-row.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** So that no row of the table grows too large. */
const ROWS_EACH = 500;

export async function putInOutbox(
  { db }: Unit,
  organization: OrganizationId,
  rows: readonly KpiIndexRow[],
  now: number,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_EACH) {
    const row: KpiOutboxRow = {
      id: newId('kpiRows'),
      organization_id: organization,
      recorded_at: now,
      records: JSON.stringify(rows.slice(from, from + ROWS_EACH)),
    };
    await db.insertInto('kpi_outbox').values(row).execute();
  }
}

export async function hasOutbox({ db }: Reader): Promise<boolean> {
  const row = await db.selectFrom('kpi_outbox').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Oldest first, of every organization but those that are held up. */
export async function readOutbox(
  { db }: Reader,
  heldUp: ReadonlySet<string>,
  max: number,
): Promise<KpiOutboxRow[]> {
  let query = db.selectFrom('kpi_outbox').selectAll();
  if (heldUp.size > 0) query = query.where('organization_id', 'not in', [...heldUp]);
  return query.orderBy('recorded_at').orderBy('id').limit(max).execute();
}

export async function removeFromOutbox(
  { db }: Reader,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('kpi_outbox')
    .where('organization_id', '=', organization)
    .where('id', 'in', ids)
    .execute();
}
