import { AsyncLocalStorage } from 'node:async_hooks';
import { organizationId, userId, type OrganizationId, type UserId } from '../../base/ids.ts';
import type { Request } from '../../http/gate.ts';
import { membershipOf, type Session, readMemberships } from '../access/index.ts';
import { OAUTH_PROVIDER_IDS, type OAuthProvider } from '../../spec/sign-in.ts';
import type { AccountNeeds, AccountTools, OAuthClient, Visit } from './account-needs.ts';
import type { SignInConnection, SigningIn } from './auth-store.ts';
import { createBackground } from './background.ts';
import { createBreachCheck } from './breach-check.ts';
import { createAuth, sessionCookieName, type Auth } from './create-auth.ts';
import type { SignInLink } from './clients-of-link.ts';
import type { SignInClients } from './oauth-providers.ts';
import { organizationRedirectUrl } from './organization-clients.ts';
import { createPasswordHasher } from './password-hasher.ts';
import { findUser } from './users-table.ts';

/** Accounts and their sessions. Disposal waits for work that continues after responses. */
export interface Accounts extends AsyncDisposable {
  /** The user signed in with the request's cookie; undefined if there is none, or the address is unconfirmed. */
  readonly readSession: (request: Request) => Promise<Session | undefined>;
  /** Whether the request has a session cookie, valid or not. */
  readonly presentsSession: (request: Request) => boolean;
  /** The address of a user who has confirmed it. */
  readonly emailOf: (user: UserId) => Promise<string | undefined>;
  readonly tools: AccountTools;
  /** Runs a call of better-auth for a request. */
  readonly callAuth: (
    signingIn: SigningIn,
    call: (api: Auth['api']) => Promise<Response>,
  ) => Promise<Response>;
  /** The same with an organization's own clients instead of the installation's. */
  readonly callAuthOf: (
    link: SignInLink,
    signingIn: SigningIn,
    call: (api: Auth['api']) => Promise<Response>,
  ) => Promise<Response>;
  /** Begins a session, confined to the organization of a connection that vouches for the person; answers its cookies. */
  readonly beginSession: (visit: Visit, through: SignInConnection) => Promise<readonly string[]>;
  /** The cookies that the answer to a request has to set because its session was read. */
  readonly cookiesFor: (request: Request) => readonly string[];
}

export function openAccounts(needs: AccountNeeds): Accounts {
  const hasher = createPasswordHasher(needs.limits.passwords);
  const breachNeeds = { log: needs.log, limits: needs.limits.passwords };
  const isBreached = createBreachCheck(breachNeeds, needs.breachCheck);
  const background = createBackground(needs.log, needs.limits.accounts.backgroundMax);
  const tools: AccountTools = { ...needs, hasher, isBreached, background };
  const visits = new AsyncLocalStorage<SigningIn>();
  const cookies = new WeakMap<Request, readonly string[]>();
  const authNow = createLazyAuth(tools, visits);

  return {
    tools,
    callAuth: (signingIn, call) => visits.run(signingIn, () => call(authNow().api)),
    callAuthOf: ({ organization, own }, signingIn, call) => {
      const redirectUrl = organizationRedirectUrl.bind(undefined, tools, organization.id);
      // Made for the one call, which is rare: so a client that was replaced is never used again.
      const auth = createAuth(tools, visits, { clients: own, redirectUrl });
      return visits.run(signingIn, () => call(auth.api));
    },
    beginSession: async (visit, through) => {
      const signingIn = { ...visit, signedInWith: through.kind, through } as const;
      const answer = await visits.run(signingIn, () =>
        authNow().api.beginSession({ asResponse: true }),
      );
      if (!answer.ok) throw new Error(`better-auth answered ${answer.status}`);
      return answer.headers.getSetCookie();
    },
    cookiesFor: (request) => cookies.get(request) ?? [],
    readSession: async (request) => {
      const known = await loadSession(tools, authNow, request, cookies);
      if (known === undefined) return undefined;
      return { ...known, activeOrganization: await workplaceOf(tools, known) };
    },
    presentsSession: (request) => sessionCookieOf(tools, request) !== undefined,
    emailOf: async (user) =>
      tools.cache.get(`email:${user}`, async () => {
        const found = await findUser(tools.metadata, user);
        return found?.isVerified ? { subject: user, value: found.email } : undefined;
      }),
    [Symbol.asyncDispose]: () => background[Symbol.asyncDispose](),
  };
}

/** Created on the first request, since the public address may contain a port that is not bound earlier. */
function createLazyAuth(tools: AccountTools, visits: AsyncLocalStorage<SigningIn>): () => Auth {
  const clients = installationClients(tools);
  let made: { readonly origin: string; readonly auth: Auth } | undefined;
  return () => {
    const origin = tools.publicOrigin();
    if (made?.origin !== origin) made = { origin, auth: createAuth(tools, visits, { clients }) };
    return made.auth;
  };
}

function installationClients({ oauth }: AccountTools): SignInClients['clients'] {
  const clients: Partial<Record<OAuthProvider, OAuthClient>> = {};
  for (const provider of OAUTH_PROVIDER_IDS) {
    const { client } = oauth[provider];
    if (client !== undefined) clients[provider] = client;
  }
  return clients;
}

/** What better-auth's answer about a session is read for. */
interface SessionAnswer {
  readonly session: {
    readonly id: string;
    readonly expiresAt: string;
    readonly activeOrganizationId: string | null;
    readonly signedInWith: Session['signedInWith'];
    readonly confinedTo: string | null;
    readonly connectionId?: string | null;
    readonly secondFactor?: string | null;
  };
  readonly user: { readonly id: string; readonly email: string; readonly emailVerified: boolean };
}

const COOKIE_CHARACTERS_MAX = 512;

/**
 * A cookie is trusted for five minutes without querying the store. Everything that ends or changes a session notifies
 * every node, which then drops it from the cache, so the cache never outlives a revocation.
 */
async function loadSession(
  tools: AccountTools,
  authNow: () => Auth,
  request: Request,
  cookies: WeakMap<Request, readonly string[]>,
): Promise<Session | undefined> {
  const cookie = request.headers.cookie ?? '';
  const value = sessionCookieOf(tools, request);
  if (value === undefined || value.length > COOKIE_CHARACTERS_MAX) return undefined;
  return tools.cache.get(`session:${value}`, async () => {
    const answer = await authNow().api.getSession({
      headers: new Headers({ cookie }),
      asResponse: true,
    });
    cookies.set(request, answer.headers.getSetCookie());
    const found = (await answer.json()) as SessionAnswer | null;
    if (!answer.ok || found === null || !found.user.emailVerified) return undefined;
    const { session, user } = found;
    const id = userId(user.id);
    const known: Session = {
      id,
      email: user.email,
      sessionId: session.id,
      activeOrganization:
        session.activeOrganizationId === null
          ? undefined
          : organizationId(session.activeOrganizationId),
      signedInWith: session.signedInWith,
      confinedTo: session.confinedTo === null ? undefined : organizationId(session.confinedTo),
      connection: session.connectionId ?? undefined,
      hasSecondFactor: (session.secondFactor ?? null) !== null,
    };
    const until = tools.clock.now() + tools.limits.sessions.cookieCacheMs;
    return { subject: id, value: known, until: Math.min(until, Date.parse(session.expiresAt)) };
  });
}

/** The organization chosen last while the user is in it, else the one they joined first. */
async function workplaceOf(
  tools: AccountTools,
  session: Session,
): Promise<OrganizationId | undefined> {
  const { activeOrganization, confinedTo, id } = session;
  const chosen = confinedTo ?? activeOrganization;
  if (chosen !== undefined && (await membershipOf(tools, chosen, id)) !== undefined) return chosen;
  if (confinedTo !== undefined) return undefined;
  const [oldest] = await readMemberships(tools.metadata, id);
  return oldest === undefined ? undefined : organizationId(oldest);
}

function sessionCookieOf(tools: AccountTools, { headers }: Request): string | undefined {
  return readCookie(headers.cookie ?? '', sessionCookieName(tools.isCookieSecure));
}

function readCookie(header: string, name: string): string | undefined {
  const start = `${name}=`;
  const part = header.split(';').find((candidate) => candidate.trim().startsWith(start));
  return part?.trim().slice(start.length);
}
