import * as kpiContract from '../../../contract/kpi-views.ts';
import * as contract from '../../../contract/service-health.ts';
import type { App } from '../../../http/app.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { readAllServices, readDependencies, readRuns } from '../managing/services-table.ts';
import type { ServiceNeeds } from '../service-needs.ts';
import { drawMap } from './find-causes.ts';
import { readHealth, readOverview } from './read-health.ts';
import { readKpiHistory } from './read-history.ts';
import type { Actor } from '../../../base/actor.ts';
import type { ServiceMap } from '../../../contract/service-health.ts';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';

export function healthRoutes(app: App, needs: ServiceNeeds): void {
  app.route({
    ...contract.readServiceHealth,
    handler: async (request, reply) => ({
      data: await readHealth(needs, request.actor, request.params.id, abortOnDisconnect(reply)),
    }),
  });
  app.route({
    ...contract.readServicesOverview,
    handler: async (request, reply) => ({
      data: await readOverview(needs, request.actor, abortOnDisconnect(reply)),
    }),
  });
  app.route({
    ...contract.readServiceMap,
    handler: async ({ actor }) => ({ data: await readMap(needs, actor) }),
  });
  app.route({
    ...kpiContract.readKpiHistory,
    handler: async (request, reply) => ({
      data: await readKpiHistory(
        needs,
        request.actor,
        request.params.id,
        request.query,
        abortOnDisconnect(reply),
      ),
    }),
  });
}

async function readMap(
  { metadata }: Pick<ServiceNeeds, 'metadata'>,
  { organization }: Actor,
): Promise<ServiceMap> {
  const max = LIMITS.services.overviewMax;
  const [services, runs, dependencies] = await Promise.all([
    readAllServices(metadata, organization, max + 1),
    readRuns(metadata, organization),
    readDependencies(metadata, organization),
  ]);
  const shown = services.slice(0, max);
  return { ...drawMap({ services: shown, runs, dependencies }), isCut: services.length > max };
}
