import { systemClock } from '../../../src/base/clock.ts';
import { openObjects } from '../../../src/engines/objects/open-objects.ts';
import { openOutbound } from '../../../src/engines/outbound/open-outbound.ts';
import type { DestinationNeeds } from '../../../src/features/exports/destinations/destination-needs.ts';
import { openDestinations } from '../../../src/features/exports/destinations/open-destinations.ts';
import type { Destinations } from '../../../src/features/exports/destinations-port.ts';
import { LIMITS } from '../limits.ts';

/** Destinations of every kind; of addresses, those of this machine alone. */
export function openTestDestinations(
  needs: Pick<DestinationNeeds, 'metadata' | 'clock' | 'objects'> & Partial<DestinationNeeds>,
): Destinations {
  const outbound = needs.outbound ?? openOutbound({ networks: ['127.0.0.1'], hosts: [] });
  const opening = { clock: systemClock, limits: LIMITS.objects, outbound };
  return openDestinations({
    openObjects: (place) => openObjects(opening, place),
    exportFolders: {},
    publicOrigin: () => 'https://logs.example.com',
    ...needs,
    outbound,
  });
}
