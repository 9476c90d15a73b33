import { pageOf } from '../../base/page-of.ts';
import { invalid } from '../../base/errors.ts';
import { pageOfWhole } from '../../base/page-of-whole.ts';
import * as contract from '../../contract/pipelines.ts';
import type { App } from '../../http/app.ts';
import {
  changePipeline,
  createPipeline,
  deletePipeline,
  listPipelines,
  listPipelineVersions,
  readPipeline,
} from './manage-pipelines.ts';
import { testPipelines, type TrialNeeds } from './test-pipelines.ts';

export function pipelineRoutes(app: App, needs: TrialNeeds): void {
  app.route({
    ...contract.listPipelines,
    handler: async ({ actor, query }) => listPipelines(needs, actor, pageOf(query)),
  });
  app.route({
    ...contract.createPipeline,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createPipeline(needs, actor, body) }),
  });
  app.route({
    ...contract.readPipeline,
    handler: async ({ actor, params }) => ({
      data: await readPipeline(needs, actor, params.id),
    }),
  });
  app.route({
    ...contract.changePipeline,
    handler: async ({ actor, params, headers, body }) => {
      const seen = body.version ?? versionOf(headers['if-match']);
      return { data: await changePipeline(needs, actor, params.id, body, seen) };
    },
  });
  app.route({
    ...contract.deletePipeline,
    handler: async ({ actor, params }) => {
      await deletePipeline(needs, actor, params.id);
      return { data: { deleted: true as const } };
    },
  });
  app.route({
    ...contract.listPipelineVersions,
    handler: async ({ actor, params, query }) => {
      const versions = await listPipelineVersions(needs, actor, params.id);
      return pageOfWhole(versions, query, ({ version }) => String(version));
    },
  });
  app.route({
    ...contract.testPipelines,
    handler: async ({ actor, body }) => ({ data: await testPipelines(needs, actor, body) }),
  });
}

/** `"3"`, `W/"3"` or `3`; `*` means any. */
function versionOf(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const version = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(header)?.[1];
  if (version === undefined) throw invalid('if-match', 'If-Match must be the version, e.g. "3".');
  return Number(version);
}
