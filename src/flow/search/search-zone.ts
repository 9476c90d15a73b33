import type { OrganizationId } from '../../base/ids.ts';
import { requireTimeZone } from '../../base/time-zone.ts';
import { organizationFacts } from '../../guard/access/index.ts';
import { openZone, type Zone } from '../../language/index.ts';
import type { SearchNeeds } from './search-needs.ts';

/** The zone whose calendar a search goes by: the one it names, else that of the organization. */
export async function searchZone(
  needs: Pick<SearchNeeds, 'metadata' | 'cache'>,
  organization: OrganizationId,
  named: string | undefined,
): Promise<Zone> {
  const name =
    named === undefined
      ? (await organizationFacts(needs, organization))?.timezone
      : requireTimeZone('timeZone', named);
  const zone = openZone(name ?? 'UTC') ?? openZone('UTC');
  if (zone === undefined) throw new Error('the runtime knows no time zone');
  return zone;
}
