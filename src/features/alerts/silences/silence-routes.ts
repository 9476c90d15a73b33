import { pageOf } from '../../../base/page-of.ts';
import * as contract from '../../../contract/alert-silences.ts';
import type { App } from '../../../http/app.ts';
import {
  changeAlertSilence,
  createAlertSilence,
  endAlertSilence,
  listAlertSilences,
  readAlertSilence,
  type SilenceNeeds,
} from './manage-silences.ts';

export function alertSilenceRoutes(app: App, needs: SilenceNeeds): void {
  app.route({
    ...contract.listAlertSilences,
    handler: async ({ actor, query }) => listAlertSilences(needs, actor, pageOf(query)),
  });
  app.route({
    ...contract.readAlertSilence,
    handler: async ({ actor, params }) => ({
      data: await readAlertSilence(needs, actor, params.id),
    }),
  });
  app.route({
    ...contract.createAlertSilence,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createAlertSilence(needs, actor, body) }),
  });
  app.route({
    ...contract.changeAlertSilence,
    handler: async ({ actor, params, body }) => ({
      data: await changeAlertSilence(needs, actor, params.id, body),
    }),
  });
  app.route({
    ...contract.endAlertSilence,
    handler: async ({ actor, params }) => {
      await endAlertSilence(needs, actor, params.id);
      return { data: { ended: true as const } };
    },
  });
}
