import * as accounts from '../../contract/accounts.ts';
import * as organizationSignIn from '../../contract/organization-sign-in.ts';
import * as secondFactor from '../../contract/second-factor.ts';
import type { Room } from '../../room.ts';
import { HOUR_MS, MINUTE_MS } from '../../spec/units.ts';
import type { AccountNeeds } from './account-needs.ts';
import { forgetExpiredSessions } from './forget-expired.ts';
import type { Accounts } from './open-accounts.ts';
import { renewClientSecrets } from './renew-client-secrets.ts';
import { accountRoutes } from './routes.ts';
import { settleAccounts } from './restored-accounts-table.ts';

type Needs = Pick<AccountNeeds, 'metadata' | 'clock'> & { readonly accounts: Accounts };

export const accountsRoom = {
  contract: [accounts, organizationSignIn, secondFactor],
  afterRestore: settleAccounts,
  open: (needs) => ({
    routes: (app) => accountRoutes(app, needs.accounts),
    jobs: [
      { name: 'session-tidying', everyMs: MINUTE_MS, run: () => forgetExpiredSessions(needs) },
      {
        name: 'secret-renewal',
        everyMs: HOUR_MS,
        run: (signal) => renewClientSecrets(needs.accounts.tools, signal),
      },
    ],
  }),
} as const satisfies Room<Needs>;
