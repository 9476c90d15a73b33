/** The OAuth clients that an organization has registered for its own sign-in link. */
import type { Actor } from '../../base/actor.ts';
import { isoTime } from '../../base/clock.ts';
import { notFound } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type {
  OAuthClientDraft,
  OrganizationSignIn,
  ProviderSetting,
} from '../../contract/organization-sign-in.ts';
import type { OAuthClientRow } from '../../engines/metadata/tables/accounts.ts';
import { OAUTH_PROVIDER_IDS, type OAuthProvider } from '../../spec/sign-in.ts';
import { changeAccess } from '../access/index.ts';
import { actorName, recordAudit } from '../audit/index.ts';
import type { AccountTools } from './account-needs.ts';
import {
  clientSecretPlace,
  deleteClient,
  endSessionsThrough,
  putClient,
  readClients,
} from './oauth-clients-table.ts';

type ClientTools = Pick<AccountTools, 'metadata' | 'cache' | 'clock' | 'publicOrigin' | 'secrets'>;

export async function readOrganizationSignIn(
  tools: ClientTools,
  { organization }: Actor,
): Promise<OrganizationSignIn> {
  const rows = await readClients(tools.metadata, organization);
  return {
    url: `${tools.publicOrigin()}/sign-in?organization=${organization}`,
    providers: OAUTH_PROVIDER_IDS.map((provider) =>
      showSetting(
        tools,
        organization,
        provider,
        rows.find((row) => row.provider === provider),
      ),
    ),
  };
}

/**
 * Sets or replaces; the secret is encrypted before it gets anywhere. Another client takes the sessions of the one
 * before with it, another secret of the same client does not.
 */
export async function setOAuthClient(
  tools: ClientTools,
  actor: Actor,
  provider: OAuthProvider,
  { clientId, clientSecret }: OAuthClientDraft,
): Promise<ProviderSetting> {
  const { organization } = actor;
  const now = tools.clock.now();
  const row: OAuthClientRow = {
    organization_id: organization,
    provider,
    client_id: clientId,
    client_secret: tools.secrets.encryptSecret(
      clientSecretPlace(organization, provider),
      clientSecret,
    ),
    secret_set_at: now,
    secret_set_by: actorName(actor),
  };
  await changeAccess(tools, organization, async (unit, touch) => {
    const known = await readClients(unit, organization);
    const before = known.find((one) => one.provider === provider);
    if (before !== undefined && before.client_id !== clientId) {
      for (const user of await endSessionsThrough(unit, organization, provider)) touch(user);
    }
    await putClient(unit, row);
    const event = {
      action: 'organization.oauth_client_set',
      resource: organization,
      details: { provider, clientId },
      change: {
        before: before === undefined ? {} : { clientId: before.client_id },
        after: { clientId },
        secrets: ['clientSecret'],
      },
    } as const;
    await recordAudit(unit, actor, event, now);
  });
  return showSetting(tools, organization, provider, row);
}

/** Signs out everybody who came in through the client: nobody vouches for them any longer. */
export async function removeOAuthClient(
  tools: ClientTools,
  actor: Actor,
  provider: OAuthProvider,
): Promise<ProviderSetting> {
  const { organization } = actor;
  await changeAccess(tools, organization, async (unit, touch) => {
    if (!(await deleteClient(unit, organization, provider))) throw notFound('OAuth client');
    for (const user of await endSessionsThrough(unit, organization, provider)) touch(user);
    const event = {
      action: 'organization.oauth_client_removed',
      resource: organization,
      details: { provider },
    } as const;
    await recordAudit(unit, actor, event, tools.clock.now());
  });
  return showSetting(tools, organization, provider, undefined);
}

/** Where a provider redirects the browser to: one address per organization. */
export function organizationRedirectUrl(
  { publicOrigin }: Pick<AccountTools, 'publicOrigin'>,
  organization: OrganizationId,
  provider: OAuthProvider,
): string {
  return `${publicOrigin()}/api/auth/organizations/${organization}/callback/${provider}`;
}

/** The secret is no part of it. */
function showSetting(
  tools: ClientTools,
  organization: OrganizationId,
  provider: OAuthProvider,
  row: OAuthClientRow | undefined,
): ProviderSetting {
  return {
    provider,
    redirectUrl: organizationRedirectUrl(tools, organization, provider),
    client:
      row === undefined
        ? null
        : {
            clientId: row.client_id,
            secretSetAt: isoTime(row.secret_set_at),
            secretSetBy: row.secret_set_by,
          },
  };
}
