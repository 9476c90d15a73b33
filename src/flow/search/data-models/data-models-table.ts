import { isoTime } from '../../../base/clock.ts';
import type { DataModel, Dataset } from '../../../contract/data-models.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { DataModelRow } from '../../../engines/metadata/tables/search.ts';

export const dataModelRows = organizationRows('data_models');

export function showDataModel(row: DataModelRow): DataModel {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    datasets: JSON.parse(row.datasets) as Dataset[],
    version: row.version,
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    updatedBy: row.updated_by,
    updatedAt: isoTime(row.updated_at),
  };
}
