import type { Page } from '../../../base/cursor.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { newestFirst } from '../../../engines/metadata/newest-first.ts';
import type { OperatorEntryRow } from '../../../engines/metadata/tables/access.ts';

export async function insertOperatorEntry({ db }: Unit, row: OperatorEntryRow): Promise<void> {
  await db.insertInto('operator_entries').values(row).execute();
}

/** Newest first, one more than the page holds. */
export async function readOperatorEntries(
  { db }: Pick<Metadata, 'db'>,
  page: Page,
): Promise<OperatorEntryRow[]> {
  return newestFirst(db.selectFrom('operator_entries').selectAll(), page).execute();
}
