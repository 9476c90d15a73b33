import { pageOf } from '../../../base/page-of.ts';
import * as contract from '../../../contract/saved-searches.ts';
import type { App } from '../../../http/app.ts';
import {
  changeSavedSearch,
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  readSavedSearch,
  type SavedSearchNeeds,
  starSavedSearch,
} from './manage-saved-searches.ts';

export function savedSearchRoutes(app: App, needs: SavedSearchNeeds): void {
  app.route({
    ...contract.listSavedSearches,
    handler: async ({ actor, query }) => listSavedSearches(needs, actor, pageOf(query)),
  });
  app.route({
    ...contract.readSavedSearch,
    handler: async ({ actor, params }) => ({
      data: await readSavedSearch(needs, actor, params.id),
    }),
  });
  app.route({
    ...contract.createSavedSearch,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createSavedSearch(needs, actor, body) }),
  });
  app.route({
    ...contract.changeSavedSearch,
    handler: async ({ actor, params, body }) => ({
      data: await changeSavedSearch(needs, actor, params.id, body),
    }),
  });
  app.route({
    ...contract.deleteSavedSearch,
    handler: async ({ actor, params }) => {
      await deleteSavedSearch(needs, actor, params.id);
      return { data: { deleted: true as const } };
    },
  });
  app.route({
    ...contract.starSavedSearch,
    handler: async ({ actor, params, body }) => {
      await starSavedSearch(needs, actor, params.id, body.isStarred);
      return { data: { isStarred: body.isStarred } };
    },
  });
}
