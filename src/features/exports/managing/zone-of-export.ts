import type { OrganizationId } from '../../../base/ids.ts';
import type { ExportRow } from '../../../engines/metadata/tables/exports.ts';
import { type SearchNeeds, searchZone } from '../../../flow/search/index.ts';
import { openZone, type Zone } from '../../../language/index.ts';

/** The zone that the schedule of an export names, or that of its organization. */
export type ZoneOf = (row: Pick<ExportRow, 'schedule'>) => Zone;

/**
 * Call before a transaction begins: the zone of an organization may have to be read first, and inside only the unit can
 * be queried.
 */
export async function openZoneOf(
  { search }: { readonly search: Pick<SearchNeeds, 'metadata' | 'cache'> },
  organization: OrganizationId,
): Promise<ZoneOf> {
  const home = await searchZone(search, organization, undefined);
  return ({ schedule }) => {
    const { timeZone } = JSON.parse(schedule) as { timeZone?: string };
    return timeZone === undefined ? home : (openZone(timeZone) ?? home);
  };
}
