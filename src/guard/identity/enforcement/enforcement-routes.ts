import * as contract from '../../../contract/enforcement.ts';
import type { App } from '../../../http/app.ts';
import type { ScimNeeds } from '../identity-needs.ts';
import { changeEnforcement, readEnforcement } from './manage-enforcement.ts';

export function enforcementRoutes(app: App, needs: ScimNeeds): void {
  app.route({
    ...contract.readEnforcement,
    handler: async ({ actor, user }) => ({ data: await readEnforcement(needs, actor, user) }),
  });
  app.route({
    ...contract.changeEnforcement,
    handler: async ({ actor, user, body }) => ({
      data: await changeEnforcement(needs, actor, user, body),
    }),
  });
}
