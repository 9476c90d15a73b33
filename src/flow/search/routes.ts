import * as contract from '../../contract/search.ts';
import type { App } from '../../http/app.ts';
import { runSearch } from './run-search.ts';
import type { SearchNeeds } from './search-needs.ts';
import { whileConnected } from './while-connected.ts';

export { deletionRoutes } from './deletion/deletion-routes.ts';
export { exportRoutes } from './export/export-routes.ts';
export { savedSearchRoutes } from './saved-searches/saved-search-routes.ts';
export { tailRoutes } from './tail/tail-routes.ts';
export { viewRoutes } from './views/view-routes.ts';

export function searchRoutes(app: App, needs: SearchNeeds): void {
  app.route({
    ...contract.search,
    handler: async (request, reply) =>
      runSearch(needs, request.actor, request.query, whileConnected(reply)),
  });
  app.route({
    ...contract.listLogs,
    handler: async (request, reply) =>
      runSearch(
        needs,
        request.actor,
        { ...request.query, eventsOnly: true },
        whileConnected(reply),
      ),
  });
}
