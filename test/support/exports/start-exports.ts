/** Scheduled exports on a real store, with a clock that stands still; ahead of the store's unless it has the same. */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { silentLog } from '../../../src/base/log.ts';
import { openDiskObjects } from '../../../src/engines/objects/disk/open-disk-objects.ts';
import type { Objects } from '../../../src/engines/objects/objects.ts';
import { runDue } from '../../../src/engines/schedule/schedule.ts';
import { openSecrets } from '../../../src/engines/secrets/open-secrets.ts';
import { createRowIds } from '../../../src/engines/store/row-ids.ts';
import type { LogStore } from '../../../src/engines/store/store.ts';
import type { Destinations } from '../../../src/features/exports/destinations-port.ts';
import {
  exportRoutes,
  exportRunRoutes,
} from '../../../src/features/exports/managing/export-routes.ts';
import { importRoutes } from '../../../src/features/exports/imports/import-routes.ts';
import { runImports } from '../../../src/features/exports/imports/run-imports.ts';
import { recountRuns } from '../../../src/features/exports/runs/recount-runs.ts';
import { runExports } from '../../../src/features/exports/runs/run-exports.ts';
import type { RunNeeds } from '../../../src/features/exports/runs/run-needs.ts';
import { HOUR_MS } from '../../../src/spec/units.ts';
import type { FakeClock } from '../fake-clock.ts';
import { importParts } from './import-parts.ts';
import { LIMITS } from '../limits.ts';
import { openTestDestinations } from './open-test-destinations.ts';
import { startSearch } from '../start-search.ts';
import { removeFolder } from '../remove-folder.ts';

export interface ExportSetting {
  readonly store: LogStore;
  /** The clock of a simulated store: it goes with that of the test, unless a test sets it back. */
  readonly storeClock?: FakeClock;
}

export async function startExports(
  t: TestContext,
  { store, storeClock }: ExportSetting,
  change: (parts: {
    objects: Objects;
    destinations: Destinations;
  }) => Partial<RunNeeds> = () => ({}),
) {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-exports-'));
  t.after(() => removeFolder(folder));
  const objects = await openDiskObjects(
    { clock: { now: () => Date.now() }, limits: LIMITS.objects },
    join(folder, 'objects'),
  );
  const exportFolders = { archive: join(folder, 'archive') };
  mkdirSync(exportFolders.archive);
  const holder: { needs?: RunNeeds; enqueueMail?: RunNeeds['enqueueMail'] } = {};
  const search = await startSearch(t, store, (app, searchNeeds) => {
    const destinations = openTestDestinations({ ...searchNeeds, objects, exportFolders });
    const needs: RunNeeds = {
      ...searchNeeds,
      search: searchNeeds,
      secrets: openSecrets({ secret: 'a secret of the tests, long enough', previous: undefined }),
      destinations,
      spool: join(folder, 'spool'),
      // The clock of the tests is ahead of the store's.
      store: { frontier: async () => searchNeeds.clock.now() },
      enqueueMail: async (unit, mail) => holder.enqueueMail?.(unit, mail),
      publicOrigin: () => 'https://logs.example.com',
      log: silentLog,
      ...change({ objects, destinations }),
    };
    holder.needs = needs;
    exportRoutes(app, needs);
    exportRunRoutes(app, needs);
    importRoutes(app, { ...needs, indexes: { ...searchNeeds, log: silentLog } });
  });
  holder.enqueueMail = (unit, mail) => search.access.needs.enqueueMail(unit, mail);
  const { needs } = holder;
  if (needs === undefined) throw new Error('nothing was mounted');
  const { metadata } = search.access;
  const { clock } = search.access;
  clock.advance((storeClock?.now() ?? halfPastLater()) - clock.now());
  const importing = {
    ...needs,
    ...importParts,
    store,
    rowIds: async () => createRowIds(search.access.clock, 4_711),
  };
  const due = { metadata, clock: search.access.clock, log: silentLog };
  const never = new AbortController().signal;
  return {
    ...search,
    objects,
    exportNeeds: needs,
    folder,
    advance: (ms: number) => {
      clock.advance(ms);
      storeClock?.advance(ms);
    },
    runDue: () => runDue(due, runExports(needs), never),
    importDue: () => runDue(due, runImports(importing), never),
    recount: () => runDue(due, recountRuns(needs), never),
  };
}

/** More than an hour ahead, and half past: an hour later the exports of every hour are due, whatever time it is. */
function halfPastLater(): number {
  return (Math.ceil(Date.now() / HOUR_MS) + 1.5) * HOUR_MS;
}
