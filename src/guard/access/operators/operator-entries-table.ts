import type { Page } from '../../../base/cursor.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { newestFirst } from '../../../engines/metadata/organization-rows.ts';
import type { OperatorEntryRow } from '../../../engines/metadata/tables/access.ts';

export async function insertOperatorEntry({ db }: Unit, row: OperatorEntryRow): Promise<void> {
  await db.insertInto('operator_entries').values(row).execute();
}

/** Newest first, one more than the page size. */
export async function readOperatorEntries(
  { db }: Pick<Metadata, 'db'>,
  page: Page,
): Promise<OperatorEntryRow[]> {
  return newestFirst(db.selectFrom('operator_entries').selectAll(), page).execute();
}

/** Whether the organization was deleted and not restored from a backup since. */
export async function wasDeleted(
  { db }: Pick<Metadata, 'db'>,
  organization: OrganizationId,
): Promise<boolean> {
  const entry = await db
    .selectFrom('operator_entries')
    .select('id')
    .where('action', '=', 'organization.deleted')
    .where('resource', '=', organization)
    .where('resource', 'not in', db.selectFrom('organizations').select('id'))
    .executeTakeFirst();
  return entry !== undefined;
}
