import { isoTime } from '../../../base/clock.ts';
import type { DataLink } from '../../../contract/data-links.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { DataLinkRow } from '../../../engines/metadata/tables/search.ts';

export const dataLinkRows = organizationRows('data_links');

export function showDataLink(row: DataLinkRow): DataLink {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    field: row.field,
    url: row.url,
    version: row.version,
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    updatedBy: row.updated_by,
    updatedAt: isoTime(row.updated_at),
  };
}
