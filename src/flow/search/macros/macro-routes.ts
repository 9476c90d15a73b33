import { pageOf } from '../../../base/page-of.ts';
import { pageOfWhole } from '../../../base/page-of-whole.ts';
import * as contract from '../../../contract/macros.ts';
import type { App } from '../../../http/app.ts';
import { BUILT_IN_MACROS } from '../../../language/index.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import {
  changeKnowledge,
  createKnowledge,
  deleteKnowledge,
  listKnowledge,
  listKnowledgeVersions,
  readKnowledge,
  type KnowledgeNeeds,
} from '../knowledge/manage-knowledge.ts';
import { previewExpansion } from './preview-expansion.ts';
import { MACROS } from './macros.ts';

export function macroRoutes(
  app: App,
  needs: KnowledgeNeeds & { readonly knowledge?: Knowledge },
): void {
  app.route({
    ...contract.listMacros,
    handler: async ({ actor, query }) => listKnowledge(MACROS, needs, actor, pageOf(query)),
  });
  app.route({
    ...contract.listBuiltInMacros,
    handler: async ({ query }) => {
      const all = BUILT_IN_MACROS.map(({ name, arguments: names, definition, description }) => ({
        name,
        arguments: [...names],
        definition,
        description,
      }));
      return pageOfWhole(all, query, ({ name }) => name);
    },
  });
  app.route({
    ...contract.expandQuery,
    handler: async ({ actor, body }) => ({
      data: await previewExpansion(needs.knowledge, actor, body.query),
    }),
  });
  app.route({
    ...contract.readMacro,
    handler: async ({ actor, params }) => ({
      data: await readKnowledge(MACROS, needs, actor, params.id),
    }),
  });
  app.route({
    ...contract.listMacroVersions,
    handler: async ({ actor, params, query }) =>
      pageOfWhole(
        await listKnowledgeVersions(MACROS, needs, actor, params.id),
        query,
        ({ version }) => String(version),
      ),
  });
  app.route({
    ...contract.createMacro,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createKnowledge(MACROS, needs, actor, body) }),
  });
  app.route({
    ...contract.changeMacro,
    handler: async ({ actor, params, body }) => ({
      data: await changeKnowledge(MACROS, needs, actor, params.id, body),
    }),
  });
  app.route({
    ...contract.deleteMacro,
    handler: async ({ actor, params }) => {
      await deleteKnowledge(MACROS, needs, actor, params.id);
      return { data: { deleted: true as const } };
    },
  });
}
