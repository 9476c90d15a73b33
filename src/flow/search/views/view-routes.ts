import { isoTime } from '../../../base/clock.ts';
import { getFieldCardinality } from '../../../contract/field-cardinality.ts';
import { readFieldStatistics as statisticsContract } from '../../../contract/field-statistics.ts';
import * as contract from '../../../contract/search-views.ts';
import type { App } from '../../../http/app.ts';
import { openCardinality } from '../cardinality/open-cardinality.ts';
import { readQuery } from '../read-query.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { readContext } from './context.ts';
import { listFields } from './fields.ts';
import { readFieldStatistics } from './field-statistics.ts';
import { readHistogram } from './histogram.ts';
import { listPatterns } from './patterns.ts';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';

export function viewRoutes(app: App, needs: SearchNeeds): void {
  const cardinality = needs.cardinality ?? openCardinality(needs);
  app.route({
    ...getFieldCardinality,
    handler: async ({ actor }) => {
      const { at, ...estimate } = await cardinality.read(actor);
      return { data: { estimatedAt: isoTime(at), ...estimate, fields: [...estimate.fields] } };
    },
  });
  app.route({
    ...contract.histogram,
    handler: async (request, reply) => {
      const parsed = await readQuery(needs, request, request.query);
      const input = { ...request.query, parsed };
      return { data: await readHistogram(needs, request.actor, input, abortOnDisconnect(reply)) };
    },
  });
  app.route({
    ...contract.listFields,
    handler: async (request, reply) => {
      const parsed = await readQuery(needs, request, request.query);
      const input = { ...request.query, parsed };
      return { data: await listFields(needs, request.actor, input, abortOnDisconnect(reply)) };
    },
  });
  app.route({
    ...statisticsContract,
    handler: async (request, reply) => {
      const parsed = await readQuery(needs, request, request.query);
      const input = { ...request.query, parsed };
      return {
        data: await readFieldStatistics(needs, request.actor, input, abortOnDisconnect(reply)),
      };
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
      const parsed = await readQuery(needs, request, request.query);
      const input = { ...request.query, parsed };
      return { data: await listPatterns(needs, request.actor, input, abortOnDisconnect(reply)) };
    },
  });
}
