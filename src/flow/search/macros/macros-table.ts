import { isoTime } from '../../../base/clock.ts';
import type { Page } from '../../../base/cursor.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Macro } from '../../../contract/macros.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { newestFirst } from '../../../engines/metadata/newest-first.ts';
import type { MacroRow } from '../../../engines/metadata/tables/search.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Newest first, one more than the page holds. */
export async function readMacros(
  { db }: Reader,
  organization: OrganizationId,
  page: Page,
): Promise<MacroRow[]> {
  const query = db.selectFrom('macros').selectAll().where('organization_id', '=', organization);
  return newestFirst(query, page).execute();
}

/** Those of these names, whatever number of arguments they have. */
export async function readNamedMacros(
  { db }: Reader,
  organization: OrganizationId,
  names: readonly string[],
): Promise<MacroRow[]> {
  if (names.length === 0) return [];
  return db
    .selectFrom('macros')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('name', 'in', [...names])
    .execute();
}

export async function findMacro(
  { db }: Reader,
  organization: OrganizationId,
  id: string,
): Promise<MacroRow | undefined> {
  return db
    .selectFrom('macros')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function countMacros({ db }: Reader, organization: OrganizationId): Promise<number> {
  const row = await db
    .selectFrom('macros')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .executeTakeFirstOrThrow();
  return row.count;
}

export function showMacro(row: MacroRow): Macro {
  return {
    id: row.id,
    name: row.name,
    arguments: JSON.parse(row.arguments) as string[],
    definition: row.definition,
    description: row.description,
    isEval: row.is_eval === 1,
    validation: row.validation,
    errorMessage: row.error_message,
    version: row.version,
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    updatedBy: row.updated_by,
    updatedAt: isoTime(row.updated_at),
  };
}

export async function insertMacro({ db }: Unit, row: MacroRow): Promise<void> {
  await db.insertInto('macros').values(row).execute();
}

/** Undefined when it has changed since `before` was read. */
export async function updateMacro(
  { db }: Unit,
  organization: OrganizationId,
  before: Pick<MacroRow, 'id' | 'version'>,
  set: Partial<MacroRow>,
): Promise<MacroRow | undefined> {
  return db
    .updateTable('macros')
    .set(set)
    .where('organization_id', '=', organization)
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .returningAll()
    .executeTakeFirst();
}

/** The row that is gone; undefined when there was none. */
export async function removeMacro(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
): Promise<MacroRow | undefined> {
  return db
    .deleteFrom('macros')
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}
