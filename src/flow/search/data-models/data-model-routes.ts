import { pageOf } from '../../../base/page-of.ts';
import { pageOfWhole } from '../../../base/page-of-whole.ts';
import * as contract from '../../../contract/data-models.ts';
import type { App } from '../../../http/app.ts';
import { BUILT_IN_DATA_MODELS } from '../../../language/data-models/built-in-data-models.ts';
import {
  changeKnowledge,
  createKnowledge,
  deleteKnowledge,
  listKnowledge,
  listKnowledgeVersions,
  readKnowledge,
  type KnowledgeNeeds,
} from '../knowledge/manage-knowledge.ts';
import { DATA_MODELS } from './data-models.ts';

export function dataModelRoutes(app: App, needs: KnowledgeNeeds): void {
  app.route({
    ...contract.listDataModels,
    handler: async ({ actor, query }) => listKnowledge(DATA_MODELS, needs, actor, pageOf(query)),
  });
  app.route({
    ...contract.listBuiltInDataModels,
    handler: async ({ query }) => {
      const all = BUILT_IN_DATA_MODELS.map(({ name, description, datasets }) => ({
        name,
        description,
        datasets: datasets.map((each) => ({
          ...each,
          fields: each.fields.map((field) => ({ ...field })),
        })),
      }));
      return pageOfWhole(all, query, ({ name }) => name);
    },
  });
  app.route({
    ...contract.readDataModel,
    handler: async ({ actor, params }) => ({
      data: await readKnowledge(DATA_MODELS, needs, actor, params.id),
    }),
  });
  app.route({
    ...contract.listDataModelVersions,
    handler: async ({ actor, params, query }) =>
      pageOfWhole(
        await listKnowledgeVersions(DATA_MODELS, needs, actor, params.id),
        query,
        ({ version }) => String(version),
      ),
  });
  app.route({
    ...contract.createDataModel,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createKnowledge(DATA_MODELS, needs, actor, body) }),
  });
  app.route({
    ...contract.changeDataModel,
    handler: async ({ actor, params, body }) => ({
      data: await changeKnowledge(DATA_MODELS, needs, actor, params.id, body),
    }),
  });
  app.route({
    ...contract.deleteDataModel,
    handler: async ({ actor, params }) => {
      await deleteKnowledge(DATA_MODELS, needs, actor, params.id);
      return { data: { deleted: true as const } };
    },
  });
}
