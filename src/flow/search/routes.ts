import * as contract from '../../contract/search.ts';
import type { App } from '../../http/app.ts';
import type { Request } from '../../http/gate.ts';
export { savedSearchRoutes } from './saved-searches/saved-search-routes.ts';
import { runSearch } from './run-search.ts';
import type { SearchNeeds } from './search-needs.ts';

export function searchRoutes(app: App, needs: SearchNeeds): void {
  app.route({
    ...contract.search,
    handler: async (request) => runSearch(needs, request.actor, request.query, gone(request)),
  });
  app.route({
    ...contract.listLogs,
    handler: async (request) =>
      runSearch(needs, request.actor, { ...request.query, eventsOnly: true }, gone(request)),
  });
}

/** Aborts when the client has gone away: nobody waits for the answer any more. */
function gone(request: Request): AbortSignal {
  const controller = new AbortController();
  request.raw.socket.once('close', () => controller.abort());
  return controller.signal;
}
