import type { OrganizationId } from '../../base/ids.ts';
import { UnreadableSecret } from '../../engines/secrets/secrets.ts';
import { type OAuthProvider, perProvider } from '../../spec/sign-in.ts';
import { organizationFacts } from '../access/index.ts';
import type { AccountTools, OAuthClient } from './account-needs.ts';
import { clientSecretPlace, readClients } from './oauth-clients-table.ts';

/** What a sign-in link leads to. */
export interface SignInLink {
  readonly organization: { readonly id: OrganizationId; readonly name: string };
  /** The organization's own clients. */
  readonly own: Readonly<Partial<Record<OAuthProvider, OAuthClient>>>;
  /** Which providers are offered: the own ones and, where there is none, the installation's. */
  readonly offered: Readonly<Record<OAuthProvider, boolean>>;
}

type LinkTools = Pick<AccountTools, 'metadata' | 'cache' | 'oauth' | 'secrets' | 'log'>;

/** Undefined if the organization has no OAuth clients, or does not exist. */
export async function readSignInLink(
  tools: LinkTools,
  organization: OrganizationId,
): Promise<SignInLink | undefined> {
  const facts = await organizationFacts(tools, organization);
  if (facts === undefined) return undefined;
  const rows = await readClients(tools.metadata, organization);
  if (rows.length === 0) return undefined;
  const own: Partial<Record<OAuthProvider, OAuthClient>> = {};
  for (const { provider, client_id: clientId, client_secret: kept } of rows) {
    const clientSecret = openSecret(tools, organization, provider, kept);
    if (facts.oauthProviders[provider] && clientSecret !== undefined) {
      own[provider] = { clientId, clientSecret };
    }
  }
  // No fallback to the installation's client if the secret can't be read: the organization's client was meant to be
  // used.
  const isOwned = (provider: OAuthProvider) => rows.some((row) => row.provider === provider);
  return {
    organization: { id: organization, name: facts.name },
    own,
    offered: perProvider((provider) =>
      isOwned(provider)
        ? own[provider] !== undefined
        : facts.oauthProviders[provider] && tools.oauth[provider].client !== undefined,
    ),
  };
}

function openSecret(
  { secrets, log }: LinkTools,
  organization: OrganizationId,
  provider: OAuthProvider,
  kept: string,
): string | undefined {
  try {
    return secrets.decryptSecret(clientSecretPlace(organization, provider), kept);
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    log.warn({ organization, provider }, 'secret of an oauth client cannot be decrypted');
    return undefined;
  }
}
