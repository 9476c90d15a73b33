import { pageOfWhole } from '../../../base/page-of-whole.ts';
import * as addresses from '../../../contract/alert-addresses.ts';
import * as contract from '../../../contract/alert-channels.ts';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';
import type { App } from '../../../http/app.ts';
import { changeChannel } from './change-channel.ts';
import type { ChannelNeeds } from './channel-needs.ts';
import { confirmAddress } from './confirm-address.ts';
import { createChannel, deleteChannel, listChannels, readChannel } from './manage-channels.ts';
import { rotateSecret } from './rotate-secret.ts';
import { testChannel } from './test-channel.ts';

export function channelRoutes(app: App, needs: ChannelNeeds): void {
  app.route({
    ...contract.listAlertChannels,
    handler: async ({ actor, query }) =>
      pageOfWhole(await listChannels(needs, actor), query, ({ id }) => id),
  });
  app.route({
    ...contract.readAlertChannel,
    handler: async ({ actor, params }) => ({ data: await readChannel(needs, actor, params.id) }),
  });
  app.route({
    ...contract.createAlertChannel,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createChannel(needs, actor, body) }),
  });
  app.route({
    ...contract.changeAlertChannel,
    handler: async ({ actor, params, body }) => ({
      data: await changeChannel(needs, actor, params.id, body),
    }),
  });
  app.route({
    ...contract.deleteAlertChannel,
    handler: async ({ actor, params }) => {
      await deleteChannel(needs, actor, params.id);
      return { data: { deleted: true as const } };
    },
  });
  app.route({
    ...contract.testAlertChannel,
    handler: async ({ actor, params }, reply) => ({
      data: await testChannel(needs, actor, params.id, abortOnDisconnect(reply)),
    }),
  });
  app.route({
    ...contract.rotateAlertChannelSecret,
    handler: async ({ actor, params }) => ({ data: await rotateSecret(needs, actor, params.id) }),
  });
  app.route({
    ...addresses.confirmAlertAddress,
    handler: async ({ body, ip, headers }) => ({
      data: await confirmAddress(needs, body.token, {
        ipAddress: ip,
        userAgent: headers['user-agent'] ?? '',
      }),
    }),
  });
}
