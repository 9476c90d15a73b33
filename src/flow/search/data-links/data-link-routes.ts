import { pageOf } from '../../../base/page-of.ts';
import { pageOfWhole } from '../../../base/page-of-whole.ts';
import * as contract from '../../../contract/data-links.ts';
import type { App } from '../../../http/app.ts';
import {
  changeKnowledge,
  createKnowledge,
  deleteKnowledge,
  listKnowledge,
  listKnowledgeVersions,
  readKnowledge,
  type KnowledgeNeeds,
} from '../knowledge/manage-knowledge.ts';
import { DATA_LINKS } from './data-links.ts';

export function dataLinkRoutes(app: App, needs: KnowledgeNeeds): void {
  app.route({
    ...contract.listDataLinks,
    handler: async ({ actor, query }) => listKnowledge(DATA_LINKS, needs, actor, pageOf(query)),
  });
  app.route({
    ...contract.readDataLink,
    handler: async ({ actor, params }) => ({
      data: await readKnowledge(DATA_LINKS, needs, actor, params.id),
    }),
  });
  app.route({
    ...contract.listDataLinkVersions,
    handler: async ({ actor, params, query }) =>
      pageOfWhole(
        await listKnowledgeVersions(DATA_LINKS, needs, actor, params.id),
        query,
        ({ version }) => String(version),
      ),
  });
  app.route({
    ...contract.createDataLink,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createKnowledge(DATA_LINKS, needs, actor, body) }),
  });
  app.route({
    ...contract.changeDataLink,
    handler: async ({ actor, params, body }) => ({
      data: await changeKnowledge(DATA_LINKS, needs, actor, params.id, body),
    }),
  });
  app.route({
    ...contract.deleteDataLink,
    handler: async ({ actor, params }) => {
      await deleteKnowledge(DATA_LINKS, needs, actor, params.id);
      return { data: { deleted: true as const } };
    },
  });
}
