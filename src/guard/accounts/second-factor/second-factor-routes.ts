import * as contract from '../../../contract/second-factor.ts';
import type { App } from '../../../http/app.ts';
import { requireOwnOrigin } from '../../../http/require-own-origin.ts';
import type { Accounts } from '../open-accounts.ts';
import { relay } from '../relay.ts';
import { headersOf, visitOf } from '../visit-of.ts';
import {
  addFactor,
  beginFactor,
  listFactors,
  removeFactor,
  renewRecoveryCodes,
} from './manage-factors.ts';
import { resetFactors } from './reset-factors.ts';
import { beginStep, completeSignIn } from './sign-in-step.ts';

export function secondFactorRoutes(app: App, accounts: Accounts): void {
  const { tools } = accounts;
  app.route({
    ...contract.signInWithFactor,
    handler: async (request, reply) => {
      requireOwnOrigin(tools.publicOrigin(), request);
      const { token, ...proof } = request.body;
      const visit = { ...visitOf(request), signedInWith: 'password' } as const;
      const proved = await completeSignIn(tools, visit, token, proof);
      const answer = await accounts.callAuth({ ...visit, proved }, (api) =>
        api.completeSignIn({ headers: headersOf(request), asResponse: true }),
      );
      return relay(reply, answer);
    },
  });
  app.route({
    ...contract.listFactors,
    handler: async ({ user }) => listFactors(tools, user),
  });
  app.route({
    ...contract.challengeFactor,
    handler: async ({ user }) => {
      const step = { purpose: 'confirm', session: user.sessionId, isRemembered: false } as const;
      return beginStep(tools, user.id, step);
    },
  });
  app.route({
    ...contract.beginFactor,
    handler: async (request) => {
      const { kind, ...confirmation } = request.body;
      return beginFactor(tools, visitOf(request), request.user, kind, confirmation);
    },
  });
  app.route({
    ...contract.addFactor,
    handler: async (request) => addFactor(tools, visitOf(request), request.user, request.body),
  });
  app.route({
    ...contract.removeFactor,
    handler: async (request) => {
      const { id, ...confirmation } = request.body;
      await removeFactor(tools, visitOf(request), request.user, id, confirmation);
      return { status: true };
    },
  });
  app.route({
    ...contract.renewRecoveryCodes,
    handler: async (request) => ({
      recoveryCodes: await renewRecoveryCodes(tools, visitOf(request), request.user, request.body),
    }),
  });
  app.route({
    ...contract.resetFactors,
    handler: async (request) => ({
      data: {
        factors: await resetFactors(tools, visitOf(request), request.user, request.body.email),
      },
    }),
  });
}
