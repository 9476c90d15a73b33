import { pageOf } from '../../../base/page-of.ts';
import * as contract from '../../../contract/log-deletions.ts';
import type { App } from '../../../http/app.ts';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';
import {
  type DeletionNeeds,
  listLogDeletions,
  previewDeletion,
  readLogDeletion,
  requestDeletion,
} from './delete-logs.ts';

export function deletionRoutes(app: App, needs: DeletionNeeds): void {
  app.route({
    ...contract.deleteLogs,
    handler: async ({ actor, query: { dryRun, ...input } }, reply) => {
      const signal = abortOnDisconnect(reply);
      if (dryRun === true) return { data: await previewDeletion(needs, actor, input, signal) };
      return reply.code(202).send({ data: await requestDeletion(needs, actor, input, signal) });
    },
  });
  app.route({
    ...contract.listLogDeletions,
    handler: async ({ actor, query }) => listLogDeletions(needs, actor, pageOf(query)),
  });
  app.route({
    ...contract.readLogDeletion,
    handler: async ({ actor, params }) => ({
      data: await readLogDeletion(needs, actor, params.id),
    }),
  });
}
