import { invalid } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import { organizationFacts } from '../../guard/access/index.ts';
import { openZone, type Zone } from '../../language/index.ts';
import type { SearchNeeds } from './search-needs.ts';

/** The zone whose calendar a search goes by: the one it names, else that of the organization. */
export async function searchZone(
  needs: Pick<SearchNeeds, 'metadata' | 'cache'>,
  organization: OrganizationId,
  named: string | undefined,
): Promise<Zone> {
  if (named !== undefined) return requireZone(named);
  const facts = await organizationFacts(needs, organization);
  const zone = openZone(facts?.timezone ?? 'UTC') ?? openZone('UTC');
  if (zone === undefined) throw new Error('the runtime knows no time zone');
  return zone;
}

function requireZone(name: string): Zone {
  // Offsets such as +01:00 are known to this machine, but not to every store.
  const zone = /^[A-Za-z]/.test(name) ? openZone(name) : undefined;
  if (zone !== undefined) return zone;
  throw invalid('timeZone', 'This is not a time zone of the IANA database, e.g. Europe/Berlin.');
}
