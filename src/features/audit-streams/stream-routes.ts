import { pageOf } from '../../base/page-of.ts';
import * as contract from '../../contract/audit-streams.ts';
import { abortOnDisconnect } from '../../http/abort-on-disconnect.ts';
import type { App } from '../../http/app.ts';
import {
  changeStream,
  createStream,
  deleteStream,
  listStreams,
  readStream,
  replayStream,
  testStream,
} from './manage-streams.ts';
import type { StreamNeeds } from './stream-needs.ts';

export function streamRoutes(app: App, needs: StreamNeeds): void {
  app.route({
    ...contract.listAuditStreams,
    handler: async ({ actor, query }) => listStreams(needs, actor, pageOf(query)),
  });
  app.route({
    ...contract.readAuditStream,
    handler: async ({ actor, params }) => ({ data: await readStream(needs, actor, params.id) }),
  });
  app.route({
    ...contract.createAuditStream,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createStream(needs, actor, body) }),
  });
  app.route({
    ...contract.changeAuditStream,
    handler: async ({ actor, params, body }) => ({
      data: await changeStream(needs, actor, params.id, body),
    }),
  });
  app.route({
    ...contract.deleteAuditStream,
    handler: async ({ actor, params }) => {
      await deleteStream(needs, actor, params.id);
      return { data: { deleted: true as const } };
    },
  });
  app.route({
    ...contract.testAuditStream,
    handler: async ({ actor, params }, reply) => ({
      data: await testStream(needs, actor, params.id, abortOnDisconnect(reply)),
    }),
  });
  app.route({
    ...contract.replayAuditStream,
    handler: async ({ actor, params, body }) => ({
      data: await replayStream(needs, actor, params.id, body),
    }),
  });
}
