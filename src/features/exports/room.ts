import { lazy } from '../../base/lazy.ts';
/**
 * Scheduled exports: every event in exactly one file, or the answer of a query at fixed times; and reading archives
 * back. Owns the tables exports, export_runs, export_files, imports and import_files.
 */
import * as exportRuns from '../../contract/export-runs.ts';
import * as exportsContract from '../../contract/exports.ts';
import * as imports from '../../contract/imports.ts';
import type { LogStore } from '../../engines/store/store.ts';
import type { IndexNeeds } from '../../flow/indexes/index.ts';
import { openRowIds } from '../../flow/ingest/index.ts';
import type { SearchNeeds } from '../../flow/search/index.ts';
import type { AccessNeeds } from '../../guard/access/index.ts';
import type { Room } from '../../room.ts';
import { HOUR_MS } from '../../spec/units.ts';
import type { DestinationNeeds } from './destinations/destination-needs.ts';
import { openDestinations } from './destinations/open-destinations.ts';
import type { ExportNeeds } from './managing/export-needs.ts';
import type { ImportJobNeeds } from './imports/import-job-needs.ts';
import { importRoutes } from './imports/import-routes.ts';
import { openArchiveReader } from './imports/reading/open-archive-reader.ts';
import { runImports } from './imports/run-imports.ts';
import { exportKind } from './managing/export-kind.ts';
import { exportRoutes, exportRunRoutes } from './managing/export-routes.ts';
import { countExports } from './managing/exports-table.ts';
import { renewExportSecrets } from './managing/renew-export-secrets.ts';
import { recountRuns } from './runs/recount-runs.ts';
import { runExports } from './runs/run-exports.ts';
import type { RunNeeds } from './runs/run-needs.ts';
import { tidyExports, tidySpool } from './runs/tidy-exports.ts';
import { type LagNeeds, watchLag } from './runs/watch-lag.ts';

type Needs = Omit<ExportNeeds, 'destinations' | 'search'> &
  Pick<ImportJobNeeds, 'quota' | 'limits'> &
  Pick<RunNeeds, 'log'> &
  IndexNeeds &
  Omit<DestinationNeeds, 'publicOrigin'> &
  Pick<LagNeeds, 'indexesOf'> & {
    readonly store: Pick<
      LogStore,
      'query' | 'stream' | 'export' | 'frontier' | 'insert' | 'health'
    >;
    readonly search: SearchNeeds;
    readonly exportSpool: string;
    readonly access: Pick<AccessNeeds, 'publicOrigin' | 'enqueueMail'>;
  };

export const exportsRoom = {
  contract: [exportsContract, exportRuns, imports],
  counts: { scheduledExports: countExports },
  open: (needs) => {
    const { publicOrigin, enqueueMail } = needs.access;
    const whole = {
      ...needs,
      publicOrigin,
      enqueueMail,
      spool: needs.exportSpool,
      destinations: openDestinations({ ...needs, publicOrigin }),
      destinationsIn: (metadata: ExportNeeds['metadata']) =>
        openDestinations({ ...needs, publicOrigin, metadata: { ...needs.metadata, ...metadata } }),
      search: { ...needs.search, store: needs.store },
      indexes: needs,
      openReader: (...from: Parameters<ImportJobNeeds['openReader']>) => openArchiveReader(...from),
      // Opened when the first import needs it.
      rowIds: lazy(() => openRowIds(needs)),
    };
    return {
      routes: (app) => {
        exportRoutes(app, whole);
        exportRunRoutes(app, whole);
        importRoutes(app, whole);
      },
      kinds: [exportKind(whole)],
      startDue: (runner) => {
        tidySpool(whole).catch((error: unknown) =>
          needs.log.warn({ err: error }, 'export spool not cleaned up'),
        );
        runner.start(runExports(whole));
        runner.start(recountRuns(whole));
        runner.start(runImports(whole));
      },
      jobs: [
        { name: 'export-tidying', everyMs: HOUR_MS, run: (signal) => tidyExports(whole, signal) },
        { name: 'export-lag', everyMs: HOUR_MS, run: (signal) => watchLag(whole, signal) },
        {
          name: 'export-secrets',
          everyMs: HOUR_MS,
          run: (signal) => renewExportSecrets(whole, signal),
        },
      ],
    };
  },
} as const satisfies Room<Needs>;
