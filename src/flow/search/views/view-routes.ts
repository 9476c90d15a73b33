import * as contract from '../../../contract/search-views.ts';
import type { App } from '../../../http/app.ts';
import { readQuery } from '../read-query.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { readContext } from './context.ts';
import { listFields } from './fields.ts';
import { readHistogram } from './histogram.ts';
import { listPatterns } from './patterns.ts';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';

export function viewRoutes(app: App, needs: SearchNeeds): void {
  app.route({
    ...contract.histogram,
    handler: async (request, reply) => {
      const parsed = await readQuery(request, request.query);
      const input = { ...request.query, parsed };
      return { data: await readHistogram(needs, request.actor, input, abortOnDisconnect(reply)) };
    },
  });
  app.route({
    ...contract.listFields,
    handler: async (request, reply) => {
      const parsed = await readQuery(request, request.query);
      const input = { ...request.query, parsed };
      return { data: await listFields(needs, request.actor, input, abortOnDisconnect(reply)) };
    },
  });
  app.route({
    ...contract.readContext,
    handler: async (request, reply) => {
      const { params, query, actor } = request;
      return { data: await readContext(needs, actor, params.id, query, abortOnDisconnect(reply)) };
    },
  });
  app.route({
    ...contract.listPatterns,
    handler: async (request, reply) => {
      const parsed = await readQuery(request, request.query);
      const input = { ...request.query, parsed };
      return { data: await listPatterns(needs, request.actor, input, abortOnDisconnect(reply)) };
    },
  });
}
