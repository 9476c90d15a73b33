import * as contract from '../../../contract/search-views.ts';
import type { App } from '../../../http/app.ts';
import { countQuery } from '../count-query.ts';
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
      await countQuery(request, request.query);
      const { actor, query } = request;
      return { data: await readHistogram(needs, actor, query, abortOnDisconnect(reply)) };
    },
  });
  app.route({
    ...contract.listFields,
    handler: async (request, reply) => {
      await countQuery(request, request.query);
      const { actor, query } = request;
      return { data: await listFields(needs, actor, query, abortOnDisconnect(reply)) };
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
      await countQuery(request, request.query);
      const { actor, query } = request;
      return { data: await listPatterns(needs, actor, query, abortOnDisconnect(reply)) };
    },
  });
}
