import { pageOf } from '../../base/page-of.ts';
import * as contract from '../../contract/short-links.ts';
import type { App } from '../../http/app.ts';
import {
  createShortLink,
  listShortLinks,
  openShortLink,
  revokeShortLink,
  type ShortLinkNeeds,
} from './manage-short-links.ts';

export function shortLinkRoutes(app: App, needs: ShortLinkNeeds): void {
  app.route({
    ...contract.listShortLinks,
    handler: async ({ actor, query }) => listShortLinks(needs, actor, pageOf(query)),
  });
  app.route({
    ...contract.createShortLink,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createShortLink(needs, actor, body) }),
  });
  app.route({
    ...contract.readShortLink,
    handler: async ({ actor, params }) => ({ data: await openShortLink(needs, actor, params.id) }),
  });
  app.route({
    ...contract.revokeShortLink,
    handler: async ({ actor, params }) => {
      await revokeShortLink(needs, actor, params.id);
      return { data: { deleted: true as const } };
    },
  });
}
