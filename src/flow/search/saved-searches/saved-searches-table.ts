import { isoTime } from '../../../base/clock.ts';
import type { Page } from '../../../base/cursor.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { SavedSearch, SavedSearchDisplay } from '../../../contract/saved-searches.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { newestFirst } from '../../../engines/metadata/newest-first.ts';
import type { SavedSearchRow } from '../../../engines/metadata/tables/search.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Newest first, one more than the page holds. */
export async function readSavedSearches(
  { db }: Reader,
  organization: OrganizationId,
  page: Page,
): Promise<SavedSearchRow[]> {
  const query = db
    .selectFrom('saved_searches')
    .selectAll()
    .where('organization_id', '=', organization);
  return newestFirst(query, page).execute();
}

export async function findSavedSearch(
  { db }: Reader,
  organization: OrganizationId,
  by: { readonly id: string } | { readonly name: string },
): Promise<SavedSearchRow | undefined> {
  const rows = db
    .selectFrom('saved_searches')
    .selectAll()
    .where('organization_id', '=', organization);
  const found = 'id' in by ? rows.where('id', '=', by.id) : rows.where('name', '=', by.name);
  return found.executeTakeFirst();
}

export async function countSavedSearches(
  { db }: Reader,
  organization: OrganizationId,
): Promise<number> {
  const row = await db
    .selectFrom('saved_searches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .executeTakeFirstOrThrow();
  return row.count;
}

export function showSavedSearch(row: SavedSearchRow, isStarred: boolean): SavedSearch {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    query: row.query,
    earliest: row.earliest,
    latest: row.latest,
    display: row.display === null ? null : (JSON.parse(row.display) as SavedSearchDisplay),
    isStarred,
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}

export async function insertSavedSearch({ db }: Unit, row: SavedSearchRow): Promise<void> {
  await db.insertInto('saved_searches').values(row).execute();
}

/** The row as it is now; undefined when there is none. */
export async function updateSavedSearch(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  set: Partial<SavedSearchRow>,
): Promise<SavedSearchRow | undefined> {
  return db
    .updateTable('saved_searches')
    .set(set)
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** The row that is gone; undefined when there was none. */
export async function removeSavedSearch(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
): Promise<SavedSearchRow | undefined> {
  return db
    .deleteFrom('saved_searches')
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}
