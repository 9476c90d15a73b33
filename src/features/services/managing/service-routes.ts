import { pageOfWhole } from '../../../base/page-of-whole.ts';
import { pageOf } from '../../../base/page-of.ts';
import * as kpiContract from '../../../contract/kpis.ts';
import * as contract from '../../../contract/services.ts';
import type { App } from '../../../http/app.ts';
import type { ServiceNeeds } from '../service-needs.ts';
import { changeKpi, createKpi, deleteKpi, listKpis, readKpi } from './manage-kpis.ts';
import {
  changeService,
  createService,
  deleteService,
  listServices,
  listServiceVersions,
  readService,
} from './manage-services.ts';

type Needs = Pick<ServiceNeeds, 'metadata' | 'clock' | 'plans'>;

export function serviceRoutes(app: App, needs: Needs): void {
  app.route({
    ...contract.listServices,
    handler: async ({ actor, query }) => listServices(needs, actor, pageOf(query)),
  });
  app.route({
    ...contract.readService,
    handler: async ({ actor, params }) => ({ data: await readService(needs, actor, params.id) }),
  });
  app.route({
    ...contract.listServiceVersions,
    handler: async ({ actor, params, query }) =>
      pageOfWhole(await listServiceVersions(needs, actor, params.id), query, ({ version }) =>
        String(version),
      ),
  });
  app.route({
    ...contract.createService,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createService(needs, actor, body) }),
  });
  app.route({
    ...contract.changeService,
    handler: async ({ actor, params, body }) => ({
      data: await changeService(needs, actor, params.id, body),
    }),
  });
  app.route({
    ...contract.deleteService,
    handler: async ({ actor, params }) => {
      await deleteService(needs, actor, params.id);
      return { data: { deleted: true as const } };
    },
  });
}

export function kpiRoutes(app: App, needs: Needs): void {
  app.route({
    ...kpiContract.listKpis,
    handler: async ({ actor, query }) => listKpis(needs, actor, pageOf(query), query.serviceId),
  });
  app.route({
    ...kpiContract.readKpi,
    handler: async ({ actor, params }) => ({ data: await readKpi(needs, actor, params.id) }),
  });
  app.route({
    ...kpiContract.createKpi,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createKpi(needs, actor, body) }),
  });
  app.route({
    ...kpiContract.changeKpi,
    handler: async ({ actor, params, body }) => ({
      data: await changeKpi(needs, actor, params.id, body),
    }),
  });
  app.route({
    ...kpiContract.deleteKpi,
    handler: async ({ actor, params }) => {
      await deleteKpi(needs, actor, params.id);
      return { data: { deleted: true as const } };
    },
  });
}
