import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { ExportFileRow } from '../../../engines/metadata/tables/exports.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** In the order of their numbers. */
export async function readFiles(
  { db }: Reader,
  organization: OrganizationId,
  run: string,
): Promise<ExportFileRow[]> {
  return db
    .selectFrom('export_files')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('run_id', '=', run)
    .orderBy('number')
    .execute();
}

/** A plan that gives way to another. */
export async function removeFiles(
  { db }: Unit,
  organization: OrganizationId,
  run: string,
): Promise<void> {
  await db
    .deleteFrom('export_files')
    .where('organization_id', '=', organization)
    .where('run_id', '=', run)
    .execute();
}

/** A plan, whole. */
export async function insertFiles({ db }: Unit, rows: readonly ExportFileRow[]): Promise<void> {
  for (let i = 0; i < rows.length; i += INSERTED_MAX) {
    await db
      .insertInto('export_files')
      .values(rows.slice(i, i + INSERTED_MAX))
      .execute();
  }
}

/** Stores bound the values of one statement. */
const INSERTED_MAX = 50;

export async function updateFile(
  { db }: Unit,
  { organization_id: organization, run_id: run, number }: ExportFileRow,
  set: Partial<ExportFileRow>,
): Promise<void> {
  await db
    .updateTable('export_files')
    .set(set)
    .where('organization_id', '=', organization)
    .where('run_id', '=', run)
    .where('number', '=', number)
    .execute();
}

export async function dropFile(
  { db }: Unit,
  { organization_id: organization, run_id: run, number }: ExportFileRow,
): Promise<void> {
  await db
    .deleteFrom('export_files')
    .where('organization_id', '=', organization)
    .where('run_id', '=', run)
    .where('number', '=', number)
    .execute();
}

/** What we keep of an export goes with the next tidying. */
export async function expireFiles(
  { db }: Unit,
  organization: OrganizationId,
  exportId: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('export_files')
    .set({ kept_until: now })
    .where('organization_id', '=', organization)
    .where('export_id', '=', exportId)
    .where('kept_until', 'is not', null)
    .execute();
}

/** Of every organization: files that we no longer need to keep. */
export async function readExpired(
  { db }: Reader,
  now: number,
  max: number,
): Promise<ExportFileRow[]> {
  return db
    .selectFrom('export_files')
    .selectAll()
    .where('kept_until', '<=', now)
    .orderBy('kept_until')
    .limit(max)
    .execute();
}

/** Of every organization: how many bytes we keep, of those over a bound. */
export async function readOverfull(
  { db }: Reader,
  bytesMax: number,
): Promise<{ organization_id: string; bytes: number }[]> {
  const rows = await db
    .selectFrom('export_files')
    .select(({ fn }) => ['organization_id', fn.sum<number>('byte_count').as('bytes')])
    .where('kept_until', 'is not', null)
    .groupBy('organization_id')
    .having(({ eb, fn }) => eb(fn.sum('byte_count'), '>', bytesMax))
    .execute();
  return rows.map(({ organization_id, bytes }) => ({ organization_id, bytes: Number(bytes) }));
}

/** The oldest files that we keep of an organization. */
export async function readOldestKept(
  { db }: Reader,
  organization: OrganizationId,
  max: number,
): Promise<ExportFileRow[]> {
  return db
    .selectFrom('export_files')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('kept_until', 'is not', null)
    .orderBy('kept_until')
    .limit(max)
    .execute();
}

/** Of every organization: files of runs that are forgotten, and that we do not keep. */
export async function forgetFiles({ db }: Reader): Promise<void> {
  await db
    .deleteFrom('export_files')
    .where('kept_until', 'is', null)
    .where('run_id', 'not in', (eb) => eb.selectFrom('export_runs').select('id'))
    .execute();
}
