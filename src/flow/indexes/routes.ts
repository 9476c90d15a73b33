import { pageOfWhole } from '../../base/page-of-whole.ts';
import * as contract from '../../contract/indexes.ts';
import type { App } from '../../http/app.ts';
import {
  changeIndex,
  createIndex,
  deleteIndex,
  type IndexNeeds,
  listIndexes,
} from './manage-indexes.ts';

export function indexRoutes(app: App, needs: IndexNeeds): void {
  app.route({
    ...contract.listIndexes,
    handler: async ({ actor, query }) =>
      pageOfWhole(await listIndexes(needs, actor), query, ({ name }) => name),
  });
  app.route({
    ...contract.createIndex,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createIndex(needs, actor, body) }),
  });
  app.route({
    ...contract.changeIndex,
    handler: async ({ actor, params, body }) => ({
      data: await changeIndex(needs, actor, params.name, body),
    }),
  });
  app.route({
    ...contract.deleteIndex,
    handler: async ({ actor, params }) => {
      await deleteIndex(needs, actor, params.name);
      return { data: { deleted: true as const } };
    },
  });
}
