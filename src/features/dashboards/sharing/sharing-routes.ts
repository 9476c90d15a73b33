import * as contract from '../../../contract/dashboard-sharing.ts';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';
import type { App } from '../../../http/app.ts';
import { type PublicNeeds, readPublic } from './read-public.ts';
import { deleteLink, listLinks, shareDashboard, type ShareNeeds } from './share-dashboard.ts';

export function sharingRoutes(app: App, needs: ShareNeeds & PublicNeeds): void {
  app.route({
    ...contract.shareDashboard,
    handler: async ({ actor, params, body }, reply) =>
      reply.code(201).send({ data: await shareDashboard(needs, actor, params.id, body) }),
  });
  app.route({
    ...contract.listDashboardLinks,
    handler: async ({ actor, params, query }) => listLinks(needs, actor, params.id, query),
  });
  app.route({
    ...contract.deleteDashboardLink,
    handler: async ({ actor, params }) => {
      await deleteLink(needs, actor, params.id, params.link);
      return { data: { deleted: true as const } };
    },
  });
  app.route({
    ...contract.readPublicDashboard,
    handler: async (request, reply) => {
      const visit = {
        authorization: request.headers.authorization,
        ipAddress: request.ip,
        variables: request.body.variables ?? {},
      };
      const { dashboard, embedOrigins } = await readPublic(needs, visit, abortOnDisconnect(reply));
      const ancestors = embedOrigins.length === 0 ? "'none'" : embedOrigins.join(' ');
      return reply
        .header('x-robots-tag', 'noindex')
        .header('content-security-policy', `default-src 'none'; frame-ancestors ${ancestors}`)
        .send({ data: dashboard });
    },
  });
}
