import { betterAuth } from 'better-auth';
import type { AsyncLocalStorage } from 'node:async_hooks';
import { newId, randomBase62 } from '../../base/ids.ts';
import { LIMITS } from '../../spec/limits.ts';
import { SECOND_MS } from '../../spec/units.ts';
import type { AccountTools } from './account-needs.ts';
import { createAuthStore, type SigningIn } from './auth-store.ts';
import { oauthPlugin, type SignInClients } from './oauth-providers.ts';
import { sessionPlugin } from './session-plugin.ts';
import { whyRefused } from './why-refused.ts';

/** All addresses of accounts start with this. */
const AUTH_PATH = '/api/auth';

/**
 * better-auth handles sessions, cookies and the exchange with identity providers. Passwords and links are handled here:
 * every rule for them must apply within one transaction.
 */
export function createAuth(
  tools: AccountTools,
  visits: AsyncLocalStorage<SigningIn>,
  signIn: SignInClients,
) {
  const origin = tools.publicOrigin();
  return betterAuth({
    appName: 'Xplain',
    baseURL: origin,
    basePath: AUTH_PATH,
    secret: tools.secret,
    trustedOrigins: [origin],
    database: createAuthStore(tools, visits),
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { level: 'error', log: reportTo(tools) },
    onAPIError: { errorURL: `${origin}/sign-in` },
    plugins: [oauthPlugin(tools, signIn), sessionPlugin(tools, visits)],
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: 1,
      maxPasswordLength: 2 * LIMITS.passwords.charactersMax,
      password: {
        hash: (password) => tools.hasher.hash(password),
        verify: ({ hash, password }) => tools.hasher.verify(hash, password),
      },
    },
    session: sessionOptions(tools.limits.sessions),
    user: {
      modelName: 'users',
      fields: {
        emailVerified: 'email_verified',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      validateUserInfo: async ({ user, source }) => {
        const organization = visits.getStore()?.flow?.organization;
        const error = await whyRefused(tools, organization, user, source.action);
        return error === undefined ? undefined : { error };
      },
    },
    account: {
      modelName: 'accounts',
      fields: ACCOUNT_FIELDS,
      // Both sides must have confirmed the address; no provider is trusted beyond that.
      accountLinking: { enabled: true, requireLocalEmailVerified: true, trustedProviders: [] },
      updateAccountOnSignIn: false,
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      storeIdentifier: 'hashed',
    },
    advanced: {
      cookiePrefix: cookiePrefix(tools.isCookieSecure),
      // The prefix is ours: the library's own, `__Secure-`, would let a neighbouring subdomain set the cookie.
      useSecureCookies: false,
      defaultCookieAttributes: {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure: tools.isCookieSecure,
      },
      // The IP address of a session comes from Fastify, never from a header.
      ipAddress: { disableIpTracking: true },
      database: {
        generateId: ({ model }) => (model === 'user' ? newId('user') : randomBase62(24)),
      },
    },
  });
}

function sessionOptions(limits: AccountTools['limits']['sessions']) {
  return {
    modelName: 'sessions',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
    },
    additionalFields: {
      activeOrganizationId: {
        type: 'string',
        required: false,
        input: false,
        fieldName: 'active_organization_id',
      },
      signedInWith: {
        type: 'string',
        required: false,
        input: false,
        fieldName: 'signed_in_with',
      },
      confinedTo: {
        type: 'string',
        required: false,
        input: false,
        fieldName: 'confined_to',
      },
      connectionId: {
        type: 'string',
        required: false,
        input: false,
        fieldName: 'connection_id',
      },
      secondFactor: {
        type: 'string',
        required: false,
        input: false,
        fieldName: 'second_factor',
      },
    },
    expiresIn: limits.durationMs / SECOND_MS,
    updateAge: limits.refreshAgeMs / SECOND_MS,
    // A cookie that vouches for itself would outlive its session; `readSession` caches on our side.
    cookieCache: { enabled: false },
  } as const;
}

export type Auth = ReturnType<typeof createAuth>;

const ACCOUNT_FIELDS = {
  userId: 'user_id',
  accountId: 'account_id',
  providerId: 'provider_id',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  idToken: 'id_token',
  accessTokenExpiresAt: 'access_token_expires_at',
  refreshTokenExpiresAt: 'refresh_token_expires_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const;

/** Reports only that something failed and the kind of error: the arguments may contain addresses and tokens. */
function reportTo({ log }: AccountTools) {
  return (level: string, _message: string, ...details: unknown[]): void => {
    const error = details.find((detail) => detail instanceof Error);
    if (level === 'error') log.warn({ error: error?.name }, 'better-auth reported a problem');
  };
}

/** Name of the session cookie. */
export function sessionCookieName(isSecure: boolean): string {
  return `${cookiePrefix(isSecure)}.session_token`;
}

/** Browsers accept a `__Host-` cookie only from this exact host, over https, for all of its paths. */
function cookiePrefix(isSecure: boolean): string {
  return `${isSecure ? '__Host-' : ''}xplain`;
}
