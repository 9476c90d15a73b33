import * as contract from '../../../contract/check-badges.ts';
import type { App } from '../../../http/app.ts';
import { type BadgeNeeds, createBadge, readBadge, revokeBadge } from './manage-badges.ts';
import { type ShowNeeds, showBadgeOf } from './show-badge.ts';

export function badgeRoutes(app: App, needs: BadgeNeeds & ShowNeeds): void {
  app.route({
    ...contract.readCheckBadge,
    handler: async ({ actor, params }) => ({
      data: { badge: await readBadge(needs, actor, params.id) },
    }),
  });
  app.route({
    ...contract.createCheckBadge,
    handler: async ({ actor, params }, reply) =>
      reply.code(201).send({ data: await createBadge(needs, actor, params.id) }),
  });
  app.route({
    ...contract.revokeCheckBadge,
    handler: async ({ actor, params }) => {
      await revokeBadge(needs, actor, params.id);
      return { data: { deleted: true as const } };
    },
  });
  app.route({
    ...contract.showCheckBadge,
    handler: async ({ params, ip }, reply) => {
      const svg = await showBadgeOf(needs, params.token, ip);
      return (
        reply
          .header('content-type', 'image/svg+xml; charset=utf-8')
          .header('cache-control', 'public, max-age=60')
          .header('x-robots-tag', 'noindex')
          // Pages of other sites show it.
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(svg)
      );
    },
  });
}
