import { genericOAuth, type GenericOAuthConfig } from 'better-auth/plugins';
import { OAUTH_PROVIDER_IDS, type OAuthProvider, providerFacts } from '../../spec/sign-in.ts';
import type { AccountNeeds, OAuthClient } from './account-needs.ts';
import { readProfile } from './read-profile.ts';

/** The OAuth clients to sign in with, and the redirect address if it is not the installation's. */
export interface SignInClients {
  readonly clients: Readonly<Partial<Record<OAuthProvider, OAuthClient>>>;
  readonly redirectUrl?: (provider: OAuthProvider) => string;
}

/** Uses the configured addresses of each provider, no matter whose client it is. */
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
