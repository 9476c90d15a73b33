import { pageOfWhole } from '../../../base/page-of-whole.ts';
import * as contract from '../../../contract/domains.ts';
import type { App } from '../../../http/app.ts';
import type { DomainNeeds } from '../identity-needs.ts';
import {
  checkDomain,
  createDomain,
  deleteDomain,
  listDomains,
  vouchForDomain,
} from './manage-domains.ts';

export function domainRoutes(app: App, needs: DomainNeeds): void {
  app.route({
    ...contract.listDomains,
    handler: async ({ actor, query }) =>
      pageOfWhole(await listDomains(needs, actor), query, ({ id }) => id),
  });
  app.route({
    ...contract.createDomain,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createDomain(needs, actor, body) }),
  });
  app.route({
    ...contract.checkDomain,
    handler: async ({ actor, params }) => ({ data: await checkDomain(needs, actor, params.id) }),
  });
  app.route({
    ...contract.deleteDomain,
    handler: async ({ actor, params }) => {
      await deleteDomain(needs, actor, params.id);
      return { data: { deleted: true as const } };
    },
  });
  app.route({
    ...contract.vouchForDomain,
    handler: async (request) => {
      const { user, params, query } = request;
      const userAgent = request.headers['user-agent'] ?? '';
      const by = { email: user.email, ipAddress: request.ip, userAgent };
      return { data: await vouchForDomain(needs, by, params.id, query.takeOver === true) };
    },
  });
}
