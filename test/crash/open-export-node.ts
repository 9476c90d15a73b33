/** What a node of the crash test of exports is made of. */
import { join } from 'node:path';
import { silentLog } from '../../src/base/log.ts';
import { openMemoryCounters } from '../../src/engines/counters/memory/open-memory-counters.ts';
import { openMetadata } from '../../src/engines/metadata/open-metadata.ts';
import { openDiskObjects } from '../../src/engines/objects/disk/open-disk-objects.ts';
import type { Objects, ObjectsPlace } from '../../src/engines/objects/objects.ts';
import { openObjects } from '../../src/engines/objects/open-objects.ts';
import { openOutbound } from '../../src/engines/outbound/open-outbound.ts';
import { openSecrets } from '../../src/engines/secrets/open-secrets.ts';
import type { LogStore } from '../../src/engines/store/store.ts';
import type { RunNeeds } from '../../src/features/exports/runs/run-needs.ts';
import { openAccessCache } from '../../src/guard/access/access-cache.ts';
import { PLANS } from '../../src/spec/plans.ts';
import { LIMITS } from '../support/limits.ts';
import { fakeLookups } from '../support/search/fake-lookups.ts';
import { openTestDestinations } from '../support/exports/open-test-destinations.ts';

/** Windows end that long before now; so far is the clock of the nodes ahead, and they end now. */
const clock = { now: (): number => Date.now() + LIMITS.exports.safeMs };
/** Small files, so that a run has several. */
const PART_BYTES = 256;
const limits = { ...LIMITS, exports: { ...LIMITS.exports, sliceRowsMax: 40 } };

/** Small parts, so that a file has several. */
export function openBucket(place: ObjectsPlace): Promise<Objects> {
  const outbound = openOutbound({ networks: ['127.0.0.1'], hosts: [] });
  const smallParts = { ...LIMITS.objects, partBytes: PART_BYTES };
  return openObjects({ clock, limits: smallParts, outbound }, place);
}

export interface NodeParts {
  readonly databaseUrl: string;
  readonly store: LogStore;
  readonly folder: string;
  readonly slow?: (objects: Objects) => Objects;
}

export async function openExportNode({ databaseUrl, store, folder, slow }: NodeParts) {
  const metadata = await openMetadata(
    { clock, log: silentLog },
    { kind: 'postgres', url: databaseUrl },
  );
  const objects = await openDiskObjects({ clock, limits: LIMITS.objects }, join(folder, 'objects'));
  const cache = await openAccessCache({ metadata, clock });
  const needs: Omit<RunNeeds, 'spool'> = {
    metadata,
    clock,
    plans: PLANS,
    store,
    secrets: openSecrets({ secret: 'x'.repeat(40), previous: undefined }),
    destinations: openTestDestinations({
      metadata,
      clock,
      objects: slow?.(objects) ?? objects,
      openObjects: async (place) => {
        const opened = await openBucket(place);
        return slow?.(opened) ?? opened;
      },
    }),
    enqueueMail: async () => {},
    publicOrigin: () => 'https://logs.example.com',
    log: silentLog,
    search: {
      metadata,
      clock,
      cache,
      store,
      limits,
      lookups: fakeLookups({}),
      counters: openMemoryCounters({ clock, limits: LIMITS.counters }),
      mining: { minePatterns: () => Promise.reject(new Error('nothing is mined here')) },
    },
  };
  return { metadata, objects, clock, needs };
}
