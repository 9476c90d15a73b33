import * as contract from '../../contract/search.ts';
import type { App } from '../../http/app.ts';
import type { Reply } from '../../http/gate.ts';
import { runSearch } from './run-search.ts';
import type { SearchNeeds } from './search-needs.ts';

export { deletionRoutes } from './deletion/deletion-routes.ts';
export { exportRoutes } from './export/export-routes.ts';
export { savedSearchRoutes } from './saved-searches/saved-search-routes.ts';
export { tailRoutes } from './tail/tail-routes.ts';
export { viewRoutes } from './views/view-routes.ts';

export function searchRoutes(app: App, needs: SearchNeeds): void {
  app.route({
    ...contract.search,
    handler: async (request, reply) =>
      runSearch(needs, request.actor, request.query, untilGone(reply)),
  });
  app.route({
    ...contract.listLogs,
    handler: async (request, reply) =>
      runSearch(needs, request.actor, { ...request.query, eventsOnly: true }, untilGone(reply)),
  });
}

/** Aborts when the client goes away before it has its answer: nobody waits for the store any more. */
function untilGone({ raw }: Pick<Reply, 'raw'>): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
