import type { Page } from '../../../base/cursor.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { ExportRunRow } from '../../../engines/metadata/tables/exports.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const exportRuns = organizationRows('export_runs');
export const { insert: insertRun } = exportRuns;

/** Newest first, one row more than the page size. */
export function readRuns(
  reader: Reader,
  organization: OrganizationId,
  exportId: string,
  page: Page,
): Promise<ExportRunRow[]> {
  return exportRuns.page(reader, organization, page, { export_id: exportId });
}

export function findRun(
  reader: Reader,
  organization: OrganizationId,
  exportId: string,
  id: string,
): Promise<ExportRunRow | undefined> {
  return exportRuns.find(reader, organization, { export_id: exportId, id });
}

/** The run of an export that has not ended; there is one at most. */
export function findOpenRun(
  reader: Reader,
  organization: OrganizationId,
  exportId: string,
): Promise<ExportRunRow | undefined> {
  return exportRuns.find(reader, organization, { export_id: exportId, ended_at: null });
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

/** Undefined if the run has ended meanwhile, for example by cancellation. */
export function updateOpenRun(
  unit: Unit,
  organization: OrganizationId,
  id: string,
  set: Partial<ExportRunRow>,
): Promise<ExportRunRow | undefined> {
  return exportRuns.update(unit, organization, { id, ended_at: null }, set);
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

/** For all organizations: runs that ended too long ago to be of interest. */
export async function forgetRuns({ db }: Reader, endedBefore: number): Promise<void> {
  await db.deleteFrom('export_runs').where('ended_at', '<', endedBefore).execute();
}
