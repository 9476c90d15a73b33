import * as accounts from '../../contract/accounts.ts';
import type { Room } from '../../room.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import type { AccountNeeds } from './account-needs.ts';
import { forgetExpiredSessions } from './forget-expired.ts';
import type { Accounts } from './open-accounts.ts';
import { accountRoutes } from './routes.ts';

type Needs = Pick<AccountNeeds, 'metadata' | 'clock'> & { readonly accounts: Accounts };

export const accountsRoom = {
  contract: [accounts],
  open: (needs) => ({
    routes: (app) => accountRoutes(app, needs.accounts),
    jobs: [
      { name: 'session-tidying', everyMs: MINUTE_MS, run: () => forgetExpiredSessions(needs) },
    ],
  }),
} as const satisfies Room<Needs>;
