import type { Page } from '../../../base/cursor.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { newestFirst } from '../../../engines/metadata/newest-first.ts';
import type { ExportRunRow } from '../../../engines/metadata/tables/exports.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Newest first, one more than the page holds. */
export async function readRuns(
  { db }: Reader,
  organization: OrganizationId,
  exportId: string,
  page: Page,
): Promise<ExportRunRow[]> {
  const query = db
    .selectFrom('export_runs')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('export_id', '=', exportId);
  return newestFirst(query, page).execute();
}

export async function findRun(
  { db }: Reader,
  organization: OrganizationId,
  exportId: string,
  id: string,
): Promise<ExportRunRow | undefined> {
  return db
    .selectFrom('export_runs')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('export_id', '=', exportId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The run of an export that has not ended; there is one at most. */
export async function findOpenRun(
  { db }: Reader,
  organization: OrganizationId,
  exportId: string,
): Promise<ExportRunRow | undefined> {
  return db
    .selectFrom('export_runs')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('export_id', '=', exportId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** Those of all exports of the organization, by export. */
export async function readOpenRuns(
  { db }: Reader,
  organization: OrganizationId,
): Promise<ReadonlyMap<string, ExportRunRow>> {
  const rows = await db
    .selectFrom('export_runs')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('ended_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.export_id, row]));
}

export async function insertRun({ db }: Unit, row: ExportRunRow): Promise<void> {
  await db.insertInto('export_runs').values(row).execute();
}

/** Undefined when the run has ended meanwhile, as by somebody who cancelled it. */
export async function updateOpenRun(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  set: Partial<ExportRunRow>,
): Promise<ExportRunRow | undefined> {
  return db
    .updateTable('export_runs')
    .set(set)
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** The run that was open; undefined when there was none. */
export async function endOpenRun(
  { db }: Unit,
  organization: OrganizationId,
  exportId: string,
  state: ExportRunRow['state'],
  now: number,
): Promise<ExportRunRow | undefined> {
  return db
    .updateTable('export_runs')
    .set({ state, ended_at: now, next_try_at: null })
    .where('organization_id', '=', organization)
    .where('export_id', '=', exportId)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Of every organization: runs that ended so long ago that nobody asks for them. */
export async function forgetRuns({ db }: Reader, endedBefore: number): Promise<void> {
  await db.deleteFrom('export_runs').where('ended_at', '<', endedBefore).execute();
}
