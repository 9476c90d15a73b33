/** One export on a simulated store whose destination fails on command, by a clock of the test. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { OrganizationId } from '../../../src/base/ids.ts';
import type { ScheduledExport } from '../../../src/contract/exports.ts';
import type { Objects } from '../../../src/engines/objects/objects.ts';
import type { LogStore } from '../../../src/engines/store/store.ts';
import type { Destinations } from '../../../src/features/exports/destinations-port.ts';
import { readExport } from '../../../src/features/exports/managing/manage-exports.ts';
import { listRuns } from '../../../src/features/exports/runs/request-runs.ts';
import type { RunNeeds } from '../../../src/features/exports/runs/run-needs.ts';
import { openAccessCache } from '../../../src/guard/access/access-cache.ts';
import type { FakeClock } from '../fake-clock.ts';
import { readArchive } from './read-archive.ts';
import { startExports } from './start-exports.ts';

export interface Faults {
  upload?: (name: string) => Promise<void>;
  tell?: () => Promise<void>;
}

export async function startOneExport(
  t: TestContext,
  { store, storeClock }: { readonly store: LogStore; readonly storeClock: FakeClock },
  change: Readonly<Record<string, unknown>> = {},
  needs: Partial<RunNeeds> = {},
) {
  const faults: Faults = {};
  const uploads: string[] = [];
  const started = await startExports(t, { store, storeClock }, (real) => ({
    destinations: withFaults(real, faults, uploads),
    ...needs,
  }));
  const { id: organization, owner } = await started.access.newOrganization();
  const { call, access } = started;
  const body = {
    name: 'All events',
    mode: 'archive',
    query: '*',
    schedule: { every: '1h' },
    format: 'jsonl',
    destination: { kind: 'keep' },
    ...change,
  };
  const created = await call('POST /api/v1/exports', { as: owner, body });
  assert.equal(created.status, 201, created.text);
  const { id } = created.body.data as ScheduledExport;
  const ids: string[] = [];
  return {
    ...started,
    faults,
    uploads,
    organization,
    owner,
    id,
    ids,
    /** What a node has that knows nothing of any organization yet. */
    fresh: async (): Promise<RunNeeds> => {
      const { metadata, clock } = access;
      const cache = await openAccessCache({ metadata, clock });
      const { exportNeeds } = started;
      return { ...exportNeeds, search: { ...exportNeeds.search, cache } };
    },
    writeFor: (whose: OrganizationId, ...bodies: string[]) =>
      started.write(
        whose,
        bodies.map((each) => ({ body: each })),
      ),
    write: async (...bodies: string[]) => {
      ids.push(
        ...(await started.write(
          organization,
          bodies.map((each) => ({ body: each })),
        )),
      );
    },
    // Without a session, which ends long before these tests do.
    show: () => readExport(started.exportNeeds, owner.actor, id),
    runs: async () => {
      const page = { limit: 100, after: undefined };
      return (await listRuns(started.exportNeeds, owner.actor, id, page)).data;
    },
    archive: () => readArchive(started.objects, `${organization}/exports/`),
    post: (what: string) => call(`POST /api/v1/exports/${id}/${what}`, { as: owner }),
    mails: () => access.mails,
  };
}

function withFaults(
  { objects, destinations }: { readonly objects: Objects; readonly destinations: Destinations },
  faults: Faults,
  uploads: string[],
): Destinations {
  const faulty: Objects = {
    ...objects,
    async upload(name, ...rest) {
      uploads.push(name);
      await faults.upload?.(name);
      return objects.upload(name, ...rest);
    },
  };
  return {
    ...destinations,
    open: (...which) => ({ ...destinations.open(...which), files: faulty }),
    tell: async () => faults.tell?.(),
  };
}
