import * as kpiContract from '../../../contract/kpi-views.ts';
import * as contract from '../../../contract/service-suggestions.ts';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';
import type { App } from '../../../http/app.ts';
import type { ServiceNeeds } from '../service-needs.ts';
import { previewKpi } from './preview-kpi.ts';
import { suggestAlert } from './suggest-alert.ts';
import { createSuggested, suggestKpis, suggestServices } from './suggest-services.ts';

export function suggestionRoutes(app: App, needs: ServiceNeeds): void {
  app.route({
    ...contract.readServiceSuggestions,
    handler: async ({ actor }, reply) => ({
      data: await suggestServices(needs, actor, abortOnDisconnect(reply)),
    }),
  });
  app.route({
    ...contract.createSuggestedServices,
    handler: async ({ actor, body }, reply) => {
      const data = await createSuggested(needs, actor, body, abortOnDisconnect(reply));
      return reply.code(201).send({ data });
    },
  });
  app.route({
    ...contract.readKpiTemplates,
    handler: async ({ actor, params }, reply) => ({
      data: await suggestKpis(needs, actor, params.id, abortOnDisconnect(reply)),
    }),
  });
  app.route({
    ...kpiContract.previewKpi,
    handler: async ({ actor, body }, reply) => ({
      data: await previewKpi(needs, actor, body, abortOnDisconnect(reply)),
    }),
  });
  app.route({
    ...kpiContract.suggestKpiAlert,
    handler: async ({ actor, params }) => ({ data: await suggestAlert(needs, actor, params.id) }),
  });
}
