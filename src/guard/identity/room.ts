/**
 * What organizations prove of their people: domains of their addresses, and identity providers that vouch for them.
 * Owns domains, connections, connection_identities, connection_flows, directory_users, directory_groups,
 * directory_group_members, scim_requests, saml_arrivals, saml_assertions.
 */
import * as signIn from '../../contract/connection-sign-in.ts';
import * as connections from '../../contract/connections.ts';
import * as domains from '../../contract/domains.ts';
import * as enforcement from '../../contract/enforcement.ts';
import * as scim from '../../contract/scim.ts';
import * as scimTokens from '../../contract/scim-tokens.ts';
import { renewSecrets } from '../../engines/secrets/renew-secrets.ts';
import type { Room } from '../../room.ts';
import { HOUR_MS, MINUTE_MS } from '../../spec/units.ts';
import { connectionRoutes } from './connections/connection-routes.ts';
import { connectionSecretKeeper, forgetTests } from './connections/connections-table.ts';
import { forgetFlows } from './connections/flows-table.ts';
import { openProviders } from './connections/open-providers.ts';
import { forgetSaml } from './saml/saml-table.ts';
import { openSamlReader } from './saml/open-saml-reader.ts';
import { samlRoutes } from './saml/saml-routes.ts';
import { checkDomains } from './domains/check-domains.ts';
import { domainRoutes } from './domains/domain-routes.ts';
import type { ConnectionNeeds, DomainNeeds } from './identity-needs.ts';
import { enforcementRoutes } from './enforcement/enforcement-routes.ts';
import { remindBreakGlass } from './enforcement/remind-break-glass.ts';
import { scimRoutes } from './scim/scim-routes.ts';
import { warnOfEnd } from './scim/warn-of-end.ts';
import { settleIdentity } from './restored-identity-table.ts';
import { LIMITS } from '../../spec/limits.ts';

type Needs = DomainNeeds &
  Omit<ConnectionNeeds, 'providers' | 'saml'> & { readonly opened: AsyncDisposableStack };

export const identityRoom = {
  contract: [domains, connections, signIn, scim, scimTokens, enforcement],
  afterRestore: settleIdentity,
  open: (needs) => {
    const { metadata, clock } = needs;
    const whole = {
      ...needs,
      providers: openProviders(needs),
      saml: needs.opened.use(openSamlReader()),
    };
    return {
      routes: (app) => {
        domainRoutes(app, needs);
        connectionRoutes(app, whole);
        scimRoutes(app, needs);
        enforcementRoutes(app, needs);
        samlRoutes(app, whole);
      },
      jobs: [
        { name: 'domain-checks', everyMs: HOUR_MS, run: (signal) => checkDomains(needs, signal) },
        { name: 'scim-token-warnings', everyMs: HOUR_MS, run: () => warnOfEnd(needs) },
        { name: 'break-glass-reminders', everyMs: HOUR_MS, run: () => remindBreakGlass(needs) },
        {
          name: 'connection-tidying',
          everyMs: MINUTE_MS,
          run: async () => {
            await forgetFlows(metadata, clock.now());
            await forgetSaml(metadata, clock.now());
            await forgetTests(metadata, clock.now() - LIMITS.identity.testResultMs);
          },
        },
        {
          name: 'connection-secrets',
          everyMs: HOUR_MS,
          run: async (signal) =>
            void (await renewSecrets(needs, connectionSecretKeeper(metadata), signal)),
        },
      ],
    };
  },
} as const satisfies Room<Needs>;
