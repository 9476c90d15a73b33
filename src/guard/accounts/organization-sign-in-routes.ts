import * as contract from '../../contract/organization-sign-in.ts';
import type { App } from '../../http/app.ts';
import type { Accounts } from './open-accounts.ts';
import {
  readOrganizationSignIn,
  removeOAuthClient,
  setOAuthClient,
} from './organization-clients.ts';

export function organizationSignInRoutes(app: App, { tools }: Accounts): void {
  app.route({
    ...contract.readOrganizationSignIn,
    handler: async ({ actor }) => ({ data: await readOrganizationSignIn(tools, actor) }),
  });
  app.route({
    ...contract.setOAuthClient,
    handler: async ({ actor, params, body }) => ({
      data: await setOAuthClient(tools, actor, params.provider, body),
    }),
  });
  app.route({
    ...contract.removeOAuthClient,
    handler: async ({ actor, params }) => ({
      data: await removeOAuthClient(tools, actor, params.provider),
    }),
  });
}
