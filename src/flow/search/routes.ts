import { Readable } from 'node:stream';
import type { Actor } from '../../base/actor.ts';
import * as contract from '../../contract/search.ts';
import type { App } from '../../http/app.ts';
import type { Reply } from '../../http/gate.ts';
import type { SearchInput } from './search-input.ts';
import { readQuery } from './read-query.ts';
import { runSearch, type SearchAnswer } from './run-search.ts';
import { type AskedComparison, runAskedSearch } from './compare/compare-search.ts';
import { sendEvents } from '../../http/send-stream.ts';
import { streamSearch } from './stream-search.ts';
import type { SearchNeeds } from './search-needs.ts';
import { abortOnDisconnect } from '../../http/abort-on-disconnect.ts';

export { deletionRoutes } from './deletion/deletion-routes.ts';
export { exportRoutes } from './export/export-routes.ts';
export { lookupRoutes } from './lookups/lookup-routes.ts';
export { dataLinkRoutes } from './data-links/data-link-routes.ts';
export { dataModelRoutes } from './data-models/data-model-routes.ts';
export { macroRoutes } from './macros/macro-routes.ts';
export { savedSearchRoutes } from './saved-searches/saved-search-routes.ts';
export { viewRoutes } from './views/view-routes.ts';

export function searchRoutes(app: App, needs: SearchNeeds): void {
  app.route({
    ...contract.search,
    handler: async (request, reply) => {
      const parsed = await readQuery(needs, request, request.query);
      return answer(needs, request, { ...request.query, parsed, isAdvised: true }, reply);
    },
  });
  app.route({
    ...contract.sendSearch,
    handler: async (request, reply) => {
      const parsed = await readQuery(needs, request, request.body);
      const input = { ...request.body, parsed, mayWrite: true, isAdvised: true };
      return answer(needs, request, input, reply);
    },
  });
  app.route({
    ...contract.listLogs,
    handler: async (request, reply) => {
      const parsed = await readQuery(needs, request, request.query);
      const input = { ...request.query, parsed, eventsOnly: true, isAdvised: true };
      return runSearch(needs, request.actor, input, abortOnDisconnect(reply));
    },
  });
}

interface Asker {
  readonly id: string;
  readonly actor: Actor;
  readonly headers: { readonly accept?: string };
}

async function answer(
  needs: SearchNeeds,
  { id, actor, headers }: Asker,
  input: SearchInput & AskedComparison,
  reply: Reply,
): Promise<SearchAnswer> {
  const signal = abortOnDisconnect(reply);
  if (!wantsStream(headers.accept)) return runAskedSearch(needs, actor, input, signal);
  const messages = await streamSearch(needs, actor, input, signal, id);
  return sendEvents(reply, Readable.from(messages));
}

/** Only who names the type gets a stream: any type means the usual answer. */
function wantsStream(accept = ''): boolean {
  return /\btext\/event-stream\b/i.test(accept);
}
