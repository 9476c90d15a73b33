/**
 * The ways to sign in. A further identity provider is one entry here and a function that reads its profile
 * (`guard/accounts/read-profile.ts`); configuration, contract, documents and pages follow from this table.
 */
interface ProviderFacts {
  /** As people know it. */
  readonly name: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  /** Tells who signed in. */
  readonly userinfoUrl: string;
  readonly scopes: readonly string[];
  /** What an operator should know beside, about the first and the last address. */
  readonly authorizationNote?: string;
  readonly userinfoNote?: string;
}

export const OAUTH_PROVIDERS = {
  google: {
    name: 'Google',
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    userinfoUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
    scopes: ['openid', 'email', 'profile'],
  },
  github: {
    name: 'GitHub',
    authorizationUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    userinfoUrl: 'https://api.github.com/user',
    scopes: ['read:user', 'user:email'],
    authorizationNote: 'change the three for GitHub Enterprise',
    userinfoNote: '`/emails` below it lists the addresses',
  },
} as const satisfies Record<string, ProviderFacts>;

export type OAuthProvider = keyof typeof OAUTH_PROVIDERS;
export const OAUTH_PROVIDER_IDS = Object.keys(OAUTH_PROVIDERS) as readonly OAuthProvider[];

export const SIGN_IN_WAYS = ['password', ...OAUTH_PROVIDER_IDS, 'oidc', 'saml'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

export function providerFacts(provider: OAuthProvider): ProviderFacts {
  return OAUTH_PROVIDERS[provider];
}

/** One thing for each provider. */
export function perProvider<T>(make: (provider: OAuthProvider) => T): Record<OAuthProvider, T> {
  const made = OAUTH_PROVIDER_IDS.map((provider) => [provider, make(provider)] as const);
  return Object.fromEntries(made) as Record<OAuthProvider, T>;
}
