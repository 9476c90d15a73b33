import { isoTime } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Macro } from '../../../contract/macros.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { MacroRow } from '../../../engines/metadata/tables/search.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export const macroRows = organizationRows('macros');

/** Macros with these names, with any number of arguments. */
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
