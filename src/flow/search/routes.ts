import { Readable } from 'node:stream';
import * as contract from '../../contract/search.ts';
import type { App } from '../../http/app.ts';
import { runSearch } from './run-search.ts';
import { sendEvents } from './send-stream.ts';
import { streamSearch } from './stream-search.ts';
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
    handler: async (request, reply) => {
      const { actor, query, headers } = request;
      const signal = whileConnected(reply);
      if (!wantsStream(headers.accept)) return runSearch(needs, actor, query, signal);
      const messages = await streamSearch(needs, actor, query, signal, request.id);
      return sendEvents(reply, Readable.from(messages));
    },
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

/** Only who names the type gets a stream: any type means the usual answer. */
function wantsStream(accept = ''): boolean {
  return /\btext\/event-stream\b/i.test(accept);
}
