import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import type { AuthorizationRequest } from '../../../contract/oauth.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { OAUTH_CODE_PREFIX, type OauthScope, TOKEN_PREFIX } from '../../../spec/roles.ts';
import { recordAudit } from '../../audit/index.ts';
import { ownerOf, requireFewTokens } from '../credentials/access-tokens.ts';
import { insertAccessToken } from '../credentials/access-tokens-table.ts';
import { hashCredential, newCredentialValue } from '../credentials/credential-value.ts';
import { readOrganization } from '../organizations/organizations-table.ts';
import { insertOauthCredential } from './oauth-credentials-table.ts';
import type { OauthNeeds } from './oauth-needs.ts';
import { readRequest, type ReadRequest } from './read-request.ts';

/** What the consent page shows; nothing is remembered of it. */
export async function showRequest(
  needs: OauthNeeds,
  actor: Actor,
  query: string,
): Promise<AuthorizationRequest> {
  const { name } = await requireAgents(needs, actor);
  const { client, redirectUri, scopes } = await readRequest(needs, query);
  return {
    clientHost: client.host,
    clientName: client.name,
    redirectHost: new URL(redirectUri).host,
    organizationId: actor.organization,
    organizationName: name,
    scopes: [...scopes],
  };
}

interface Decision {
  readonly query: string;
  readonly organizationId: string;
  readonly isAllowed: boolean;
  readonly scopes: readonly OauthScope[];
}

/**
 * Returns the redirect URL. Parses the request again instead of trusting the page. The consent is stored as an access
 * token without a usable value, so it expires, is listed and is revoked like any other.
 */
export async function decideRequest(
  needs: OauthNeeds,
  actor: Actor,
  { query, organizationId: shown, isAllowed, scopes: wanted }: Decision,
): Promise<{ redirectTo: string }> {
  // In another tab the person may have gone on to another organization since.
  if (shown !== actor.organization) {
    throw new AppError('CONFLICT', 'You switched to another organization. Reload the page.');
  }
  await requireAgents(needs, actor);
  const asked = await readRequest(needs, query);
  if (!isAllowed) return answerClient(needs, asked, { error: 'access_denied' });
  const scopes = asked.scopes.filter((each) => each === 'agent:read' || wanted.includes(each));
  const code = newCredentialValue(OAUTH_CODE_PREFIX);
  const now = needs.clock.now();
  const until = now + LIMITS.oauth.codeMs;
  const { client } = asked;
  const row = {
    id: newId('accessToken'),
    organization_id: actor.organization,
    user_id: ownerOf(actor),
    name: client.name === client.host ? client.host : `${client.name} (${client.host})`,
    scopes: scopes.join(' '),
    // A random value that is discarded.
    hash: hashCredential(newCredentialValue(TOKEN_PREFIX)),
    last_four: '',
    created_at: now,
    // Longer once the code has been exchanged.
    expires_at: until,
    revoked_at: null,
    last_used_at: null,
    client_id: client.id,
  };
  await needs.metadata.transaction(async (unit) => {
    await requireFewTokens(unit, actor, now);
    await insertAccessToken(unit, row);
    await insertOauthCredential(unit, {
      hash: hashCredential(code),
      organization_id: actor.organization,
      token_id: row.id,
      kind: 'code',
      redirect_uri: asked.redirectUri,
      challenge: asked.challenge,
      expires_at: until,
      used_at: null,
    });
    const details = { name: client.name, client: client.id, scopes };
    const event = { action: 'oauth_client.consented', resource: row.id, details } as const;
    await recordAudit(unit, actor, event, now);
  });
  return answerClient(needs, asked, { code });
}

function answerClient(
  { publicOrigin }: Pick<OauthNeeds, 'publicOrigin'>,
  { redirectUri, state }: ReadRequest,
  parameters: Readonly<Record<string, string>>,
): { redirectTo: string } {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set('state', state);
  url.searchParams.set('iss', publicOrigin());
  return { redirectTo: url.href };
}

async function requireAgents(needs: OauthNeeds, actor: Actor): Promise<{ readonly name: string }> {
  const organization = await readOrganization(needs.metadata, actor.organization);
  if (organization.agents !== 'off') return organization;
  throw new AppError('AGENTS_OFF', 'This organization does not allow agents.');
}
