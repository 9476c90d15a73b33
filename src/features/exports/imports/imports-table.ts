import { sql } from 'kysely';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { ImportFileRow, ImportRow } from '../../../engines/metadata/tables/exports.ts';
import type { SecretKeeper } from '../../../engines/secrets/renew-secrets.ts';
import { secretColumn } from '../../../engines/secrets/secret-columns-table.ts';
import { importSecretPlace } from '../managing/export-secret.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const imports = organizationRows('imports');
export const { page: readImports, find: findImport, insert: insertImport } = imports;

export function countOpenImports(reader: Reader, organization: OrganizationId): Promise<number> {
  return imports.countWith(reader, organization, { ended_at: null });
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

/** Undefined when it has ended meanwhile. */
export function updateOpenImport(
  unit: Unit,
  organization: OrganizationId,
  id: string,
  set: Partial<ImportRow>,
): Promise<ImportRow | undefined> {
  return imports.update(unit, organization, { id, ended_at: null }, set);
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

/** Replaces any existing plan. */
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

/** For all organizations: imports that ended too long ago to be of interest. */
export async function forgetImports({ db }: Reader, endedBefore: number): Promise<void> {
  await db.deleteFrom('imports').where('ended_at', '<', endedBefore).execute();
}

/** For unfinished imports only: the secrets of others are no longer needed. */
export function importSecretKeeper(metadata: Pick<Metadata, 'db'>): SecretKeeper {
  const at = { table: 'imports', column: 'secret', row: 'id', placeOf: importSecretPlace };
  return secretColumn(metadata, { ...at, isNeeded: sql`ended_at is null` });
}
