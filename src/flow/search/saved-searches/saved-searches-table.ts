import { isoTime } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { SavedSearch, SavedSearchDisplay } from '../../../contract/saved-searches.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { SavedSearchRow } from '../../../engines/metadata/tables/search.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export const {
  page: readSavedSearches,
  count: countSavedSearches,
  insert: insertSavedSearch,
  update: updateSavedSearch,
  remove: removeSavedSearch,
} = organizationRows('saved_searches');

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
