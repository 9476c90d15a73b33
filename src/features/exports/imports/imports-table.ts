import type { Page } from '../../../base/cursor.ts';
import { type OrganizationId, organizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { newestFirst } from '../../../engines/metadata/newest-first.ts';
import type { ImportFileRow, ImportRow } from '../../../engines/metadata/tables/exports.ts';
import type { SecretKeeper } from '../../../engines/secrets/renew-secrets.ts';
import { importSecretPlace } from '../managing/export-secret.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Newest first, one more than the page holds. */
export async function readImports(
  { db }: Reader,
  organization: OrganizationId,
  page: Page,
): Promise<ImportRow[]> {
  const query = db.selectFrom('imports').selectAll().where('organization_id', '=', organization);
  return newestFirst(query, page).execute();
}

export async function findImport(
  { db }: Reader,
  organization: OrganizationId,
  id: string,
): Promise<ImportRow | undefined> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function countOpenImports(
  { db }: Reader,
  organization: OrganizationId,
): Promise<number> {
  const row = await db
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Whether a node works on another import of the organization. */
export async function isOtherImporting(
  { db }: Reader,
  organization: OrganizationId,
  id: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where('organization_id', '=', organization)
    .where('id', '<>', id)
    .where('state', '=', 'running')
    .where('lease_until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertImport({ db }: Unit, row: ImportRow): Promise<void> {
  await db.insertInto('imports').values(row).execute();
}

/** Undefined when it has ended meanwhile. */
export async function updateOpenImport(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  set: Partial<ImportRow>,
): Promise<ImportRow | undefined> {
  return db
    .updateTable('imports')
    .set(set)
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** The first that is not stored to its end. */
export async function findOpenFile(
  { db }: Reader,
  organization: OrganizationId,
  id: string,
): Promise<ImportFileRow | undefined> {
  return db
    .selectFrom('import_files')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('import_id', '=', id)
    .where('is_stored', '=', 0)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
}

/** Stores bound the values of one statement. */
const INSERTED_MAX = 100;

/** A plan in place of whatever there was of one. */
export async function replaceImportFiles(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  rows: readonly ImportFileRow[],
): Promise<void> {
  await db
    .deleteFrom('import_files')
    .where('organization_id', '=', organization)
    .where('import_id', '=', id)
    .execute();
  for (let i = 0; i < rows.length; i += INSERTED_MAX) {
    await db
      .insertInto('import_files')
      .values(rows.slice(i, i + INSERTED_MAX))
      .execute();
  }
}

export async function updateImportFile(
  { db }: Unit,
  { organization_id: organization, import_id: id, number }: ImportFileRow,
  set: Partial<ImportFileRow>,
): Promise<void> {
  await db
    .updateTable('import_files')
    .set(set)
    .where('organization_id', '=', organization)
    .where('import_id', '=', id)
    .where('number', '=', number)
    .execute();
}

/** Counts rows that were stored; false when others than those before `from` are stored already. */
export async function addStoredRows(
  { db }: Unit,
  { organization_id: organization, import_id: id, number }: ImportFileRow,
  { from, rows }: { readonly from: number; readonly rows: number },
): Promise<boolean> {
  const counted = await db
    .updateTable('import_files')
    .set({ row_count: from + rows, deaths: 0 })
    .where('organization_id', '=', organization)
    .where('import_id', '=', id)
    .where('number', '=', number)
    .where('row_count', '=', from)
    .returning('number')
    .executeTakeFirst();
  if (counted === undefined) return false;
  await db
    .updateTable('imports')
    .set((eb) => ({ row_count: eb('row_count', '+', rows) }))
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .execute();
  return true;
}

/** Of every organization: those that ended so long ago that nobody asks for them. */
export async function forgetImports({ db }: Reader, endedBefore: number): Promise<void> {
  await db.deleteFrom('imports').where('ended_at', '<', endedBefore).execute();
}

/** Of imports that have not ended: nobody needs the secrets of others any more. */
export function importSecretKeeper({ db }: Pick<Metadata, 'db'>): SecretKeeper {
  return {
    async readStale(prefix, after, max) {
      let query = db
        .selectFrom('imports')
        .select(['organization_id', 'id', 'secret'])
        .where('ended_at', 'is', null)
        .where('secret', 'is not', null)
        .where('secret', 'not like', `${prefix}%`);
      if (after !== undefined) {
        query = query.where((eb) =>
          eb.or([
            eb('organization_id', '>', after.organization),
            eb.and([eb('organization_id', '=', after.organization), eb('id', '>', after.row)]),
          ]),
        );
      }
      const rows = await query.orderBy('organization_id').orderBy('id').limit(max).execute();
      return rows.map(({ organization_id: organization, id, secret }) => ({
        place: importSecretPlace(organizationId(organization), id),
        kept: secret ?? '',
      }));
    },
    async replace({ place, kept }, renewed) {
      await db
        .updateTable('imports')
        .set({ secret: renewed })
        .where('organization_id', '=', place.organization)
        .where('id', '=', place.row)
        .where('secret', '=', kept)
        .execute();
    },
  };
}
