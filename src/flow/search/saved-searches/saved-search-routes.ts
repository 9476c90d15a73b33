import { decodeCursor } from '../../../base/cursor.ts';
import * as contract from '../../../contract/saved-searches.ts';
import type { App } from '../../../http/app.ts';
import { LIMITS } from '../../../spec/limits.ts';
import {
  changeSavedSearch,
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  readSavedSearch,
  type SavedSearchNeeds,
} from './manage-saved-searches.ts';

export function savedSearchRoutes(app: App, needs: SavedSearchNeeds): void {
  app.route({
    ...contract.listSavedSearches,
    handler: async ({ actor, query: { limit, cursor } }) =>
      listSavedSearches(needs, actor, {
        limit: limit ?? LIMITS.http.pageRowsDefault,
        after: cursor === undefined ? undefined : decodeCursor(cursor),
      }),
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
}
