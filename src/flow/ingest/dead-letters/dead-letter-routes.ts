import * as contract from '../../../contract/dead-letters.ts';
import type { App } from '../../../http/app.ts';
import { LIMITS } from '../../../spec/limits.ts';
import {
  type DeadLetterNeeds,
  discardDeadLetter,
  listDeadLetters,
  replayDeadLetters,
} from './manage-dead-letters.ts';

export function deadLetterRoutes(app: App, needs: DeadLetterNeeds): void {
  app.route({
    ...contract.listDeadLetters,
    handler: async ({ actor, query }) => {
      const { limit = LIMITS.http.pageRowsDefault, cursor } = query;
      return listDeadLetters(needs, actor, {
        limit,
        ...(cursor === undefined ? {} : { after: cursor }),
      });
    },
  });
  app.route({
    ...contract.replayDeadLetters,
    handler: async ({ actor, body }) => ({
      data: { replayed: await replayDeadLetters(needs, actor, body.ids) },
    }),
  });
  app.route({
    ...contract.discardDeadLetter,
    handler: async ({ actor, params }) => ({
      data: { discarded: await discardDeadLetter(needs, actor, params.id) },
    }),
  });
}
