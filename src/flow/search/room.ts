import type { Log } from '../../base/log.ts';
import * as fieldCardinality from '../../contract/field-cardinality.ts';
import * as fieldStatistics from '../../contract/field-statistics.ts';
import * as logDeletions from '../../contract/log-deletions.ts';
import * as logExport from '../../contract/log-export.ts';
import * as logTail from '../../contract/log-tail.ts';
import * as lookups from '../../contract/lookups.ts';
import * as dataLinks from '../../contract/data-links.ts';
import * as dataModels from '../../contract/data-models.ts';
import * as macros from '../../contract/macros.ts';
import * as savedSearches from '../../contract/saved-searches.ts';
import * as searchViews from '../../contract/search-views.ts';
import * as search from '../../contract/search.ts';
import type { Room } from '../../room.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import { dataLinkKind } from './data-links/data-link-kind.ts';
import { dataLinkRoutes } from './data-links/data-link-routes.ts';
import { dataModelRoutes } from './data-models/data-model-routes.ts';
import { deletionRoutes } from './deletion/deletion-routes.ts';
import type { DeletionNeeds } from './deletion/delete-logs.ts';
import { forgetLogDeletions, runLogDeletions } from './deletion/run-log-deletions.ts';
import type { ExportNeeds } from './export/export-logs.ts';
import { exportRoutes } from './export/export-routes.ts';
import { lookupKind } from './lookups/lookup-kind.ts';
import { lookupRoutes } from './lookups/lookup-routes.ts';
import { dataModelKind } from './data-models/data-model-kind.ts';
import { macroKind } from './macros/macro-kind.ts';
import { macroRoutes } from './macros/macro-routes.ts';
import { searchRoutes } from './routes.ts';
import type { SavedSearchNeeds } from './saved-searches/manage-saved-searches.ts';
import { savedSearchKind } from './saved-searches/saved-search-kind.ts';
import { savedSearchRoutes } from './saved-searches/saved-search-routes.ts';
import { countSavedSearches } from './saved-searches/saved-searches-table.ts';
import type { SearchNeeds } from './search-needs.ts';
import { type TailRouteNeeds, tailRoutes } from './tail/tail-routes.ts';
import { viewRoutes } from './views/view-routes.ts';
import { settleDeletions } from './deletion/restored-deletions-table.ts';

type Needs = SavedSearchNeeds &
  Pick<TailRouteNeeds, 'authenticate'> &
  Pick<DeletionNeeds & ExportNeeds, 'store' | 'metadata'> &
  Pick<DeletionNeeds, 'archivesOf'> & {
    /** Dependencies of everything that searches. */
    readonly search: SearchNeeds;
    readonly log: Log;
  };

export const searchRoom = {
  contract: [
    search,
    searchViews,
    fieldCardinality,
    fieldStatistics,
    logExport,
    logTail,
    logDeletions,
    savedSearches,
    lookups,
    macros,
    dataModels,
    dataLinks,
  ],
  counts: { savedSearches: countSavedSearches },
  afterRestore: settleDeletions,
  open: (needs) => {
    const searching = { ...needs.search, ...needs };
    return {
      routes: (app) => {
        searchRoutes(app, searching);
        viewRoutes(app, searching);
        exportRoutes(app, searching);
        deletionRoutes(app, searching);
        tailRoutes(app, searching);
        savedSearchRoutes(app, searching);
        lookupRoutes(app, searching);
        macroRoutes(app, searching);
        dataModelRoutes(app, searching);
        dataLinkRoutes(app, searching);
      },
      kinds: [
        savedSearchKind(searching),
        lookupKind(searching),
        macroKind(searching),
        dataModelKind(searching),
        dataLinkKind(searching),
      ],
      startDue: (runner) => runner.start(runLogDeletions(searching)),
      jobs: [
        {
          name: 'log-deletion-tidying',
          everyMs: MINUTE_MS,
          run: () => forgetLogDeletions(searching),
        },
      ],
    };
  },
} as const satisfies Room<Needs>;
