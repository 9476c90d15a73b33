import { isoTime } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { LookupTable } from '../../../contract/lookups.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { LookupTableRow } from '../../../engines/metadata/tables/search.ts';
import { type LookupContent, unpackContent } from './content.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const lookupTables = organizationRows('lookup_tables');
export const { count: countLookups } = lookupTables;

/** A table without its content, which can be large. */
export type LookupFacts = Omit<LookupTableRow, 'content'>;

const FACTS = [
  'id',
  'organization_id',
  'name',
  'version',
  'columns',
  'row_count',
  'bytes',
  'is_uploaded',
  'member_version',
  'created_at',
  'updated_at',
  'updated_by',
] as const;

export async function readLookups(
  { db }: Reader,
  organization: OrganizationId,
): Promise<LookupFacts[]> {
  return db
    .selectFrom('lookup_tables')
    .select(FACTS)
    .where('organization_id', '=', organization)
    .orderBy('name')
    .execute();
}

export async function findLookup(
  { db }: Reader,
  organization: OrganizationId,
  name: string,
): Promise<LookupFacts | undefined> {
  return db
    .selectFrom('lookup_tables')
    .select(FACTS)
    .where('organization_id', '=', organization)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Facts and content of the same version. */
export function readWholeLookup(
  reader: Reader,
  organization: OrganizationId,
  name: string,
): Promise<LookupTableRow | undefined> {
  return lookupTables.find(reader, organization, { name });
}

export async function lookupNames({ db }: Reader, organization: OrganizationId): Promise<string[]> {
  const rows = await db
    .selectFrom('lookup_tables')
    .select('name')
    .where('organization_id', '=', organization)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

function columnsOf({ columns }: Pick<LookupFacts, 'columns'>): string[] {
  // Only this room writes it, from validated names.
  return JSON.parse(columns) as string[];
}

export function contentOf(row: LookupTableRow): Promise<LookupContent> {
  return unpackContent(columnsOf(row), { rows: row.row_count, content: row.content });
}

export function showLookup(row: LookupFacts): LookupTable {
  return {
    name: row.name,
    columns: columnsOf(row),
    rows: row.row_count,
    bytes: row.bytes,
    version: row.version,
    isFromSearch: row.is_uploaded !== 1,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    updatedBy: row.updated_by,
  };
}

/** A table of this id is replaced; else it is new. */
export async function writeLookup(
  { db }: Unit,
  row: LookupTableRow,
  isNew: boolean,
): Promise<void> {
  if (isNew) {
    await db.insertInto('lookup_tables').values(row).execute();
    return;
  }
  await db
    .updateTable('lookup_tables')
    .set(row)
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', row.id)
    .execute();
}

/** The deleted version; undefined if the table didn't exist. */
export async function removeLookup(
  { db }: Unit,
  organization: OrganizationId,
  name: string,
): Promise<number | undefined> {
  const deleted = await db
    .deleteFrom('lookup_tables')
    .where('organization_id', '=', organization)
    .where('name', '=', name)
    .returning('version')
    .executeTakeFirst();
  return deleted?.version;
}
