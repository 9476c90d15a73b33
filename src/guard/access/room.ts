import * as credentials from '../../contract/credentials.ts';
import * as members from '../../contract/members.ts';
import * as oauth from '../../contract/oauth.ts';
import * as operator from '../../contract/operator.ts';
import * as organizations from '../../contract/organizations.ts';
import type { Outbound } from '../../engines/outbound/outbound.ts';
import type { Room } from '../../room.ts';
import { HOUR_MS, MINUTE_MS } from '../../spec/units.ts';
import type { AccessNeeds } from './access-needs.ts';
import { countActiveKeys } from './credentials/api-keys-table.ts';
import { noteEndedElevations } from './elevation/manage-elevations.ts';
import { forgetOauthCredentials } from './oauth/oauth-credentials-table.ts';
import { oauthRoutes } from './oauth/oauth-routes.ts';
import { openOauthClients } from './oauth/open-oauth-clients.ts';
import { countMembers } from './members/members-table.ts';
import {
  eraseDeletedOrganizations,
  type ErasureNeeds,
} from './organizations/delete-organization.ts';
import type { DeletedAuditNeeds } from './operators/export-deleted-audit.ts';
import { deletedAuditRoutes } from './operators/operator-routes.ts';
import { accessRoutes } from './routes.ts';
import { settleAccess } from './restored-access-table.ts';

type Needs = ErasureNeeds &
  DeletedAuditNeeds & { readonly access: AccessNeeds; readonly outbound: Outbound };

export const accessRoom = {
  contract: [organizations, operator, members, credentials, oauth],
  counts: {
    members: (reader, organization) => countMembers(reader, organization),
    apiKeys: countActiveKeys,
  },
  afterRestore: settleAccess,
  open: (needs) => ({
    routes: (app) => {
      accessRoutes(app, needs.access);
      const clients = openOauthClients({ outbound: needs.outbound, clock: needs.access.clock });
      oauthRoutes(app, { ...needs.access, clients });
      deletedAuditRoutes(app, needs);
    },
    jobs: [
      {
        name: 'oauth-tidying',
        everyMs: HOUR_MS,
        run: () => forgetOauthCredentials(needs.access.metadata, needs.access.clock.now()),
      },
      {
        name: 'elevation-tidying',
        everyMs: MINUTE_MS,
        run: () => noteEndedElevations(needs.access),
      },
      {
        name: 'organization-erasure',
        everyMs: MINUTE_MS,
        run: () => eraseDeletedOrganizations(needs),
      },
    ],
  }),
} as const satisfies Room<Needs>;
