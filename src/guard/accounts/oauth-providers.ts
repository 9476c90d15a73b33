import { genericOAuth, type GenericOAuthConfig } from 'better-auth/plugins';
import { OAUTH_PROVIDER_IDS, type OAuthProvider, providerFacts } from '../../spec/sign-in.ts';
import type { AccountNeeds, OAuthClient } from './account-needs.ts';
import { readProfile } from './read-profile.ts';

/** The clients to sign in with, and where a browser comes back to unless it is the installation's address. */
export interface SignInClients {
  readonly clients: Readonly<Partial<Record<OAuthProvider, OAuthClient>>>;
  readonly redirectUrl?: (provider: OAuthProvider) => string;
}

/** Each provider at the addresses of the configuration, whoever's client it is. */
export function oauthPlugin(
  needs: Pick<AccountNeeds, 'oauth' | 'limits'>,
  { clients, redirectUrl }: SignInClients,
) {
  const config = OAUTH_PROVIDER_IDS.flatMap((providerId): GenericOAuthConfig[] => {
    const client = clients[providerId];
    if (client === undefined) return [];
    const { authorizationUrl, tokenUrl } = needs.oauth[providerId];
    return [
      {
        providerId,
        clientId: client.clientId,
        clientSecret: client.clientSecret,
        authorizationUrl,
        tokenUrl,
        scopes: [...providerFacts(providerId).scopes],
        pkce: true,
        ...(redirectUrl === undefined ? {} : { redirectURI: redirectUrl(providerId) }),
        accountSubject: ({ profile }) => String(profile.id ?? ''),
        getUserInfo: async ({ accessToken }) => {
          if (accessToken === undefined) return null;
          const profile = await readProfile(needs, providerId, accessToken);
          return profile === undefined ? null : { ...profile };
        },
      },
    ];
  });
  return genericOAuth({ config });
}
