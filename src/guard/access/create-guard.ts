import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import { organizationId, type OrganizationId, type UserId } from '../../base/ids.ts';
import type { EndpointConfig } from '../../contract/endpoint.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import { OAUTH_TOKEN_PREFIX, TOKEN_PREFIX } from '../../spec/roles.ts';
import { providerFacts, type SignInWay } from '../../spec/sign-in.ts';
import type { Caller, Guard, Request, SignedIn } from '../../http/gate.ts';
import { actorName } from '../audit/index.ts';
import type { AccessCache } from './access-cache.ts';
import { findCredential, type KnownCredential } from './credentials/find-credential.ts';
import { findDirectory } from './credentials/find-directory.ts';
import { presentedValue } from './credentials/presented-value.ts';
import { membershipOf } from './members/membership.ts';
import type { Origin } from './note-use.ts';
import { isOperator } from './operators/manage-operators.ts';
import { isAllowedAddress, type Networks } from './organizations/networks.ts';
import { organizationFacts, type OrganizationFacts } from './organizations/organization-facts.ts';
import { toolCall } from '../../http/tool-call.ts';
import { requireOwnHost, requireOwnOrigin } from '../../http/require-own-origin.ts';
import { requireSignIn } from './required-sign-in/required-sign-in.ts';
import { requireFactorOf, requireSecondFactor } from './required-sign-in/required-factor.ts';
import { permissionsOfKey, permissionsOfRole, permissionsOfToken } from './permissions.ts';

export interface GuardNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly cache: AccessCache;
  readonly clock: Clock;
  /** Where people reach the web app; a browser's request from elsewhere is refused. */
  readonly publicOrigin: () => string;
  readonly readSession: (request: Request) => Promise<Session | undefined>;
  readonly emailOf: (user: UserId) => Promise<string | undefined>;
  /** Operators who sign in with a password need a second factor. */
  readonly isOperatorFactorRequired?: boolean;
  /** Called with every key and token that was let in. */
  readonly noteUse: (known: KnownCredential, origin: Origin) => void;
}

/** A web session, and how it began. */
export interface Session extends SignedIn {
  readonly signedInWith: SignInWay;
  readonly confinedTo: OrganizationId | undefined;
  /** The connection of an organization that it began through. */
  readonly connection: string | undefined;
  /** Whether a second factor was proved beside the password. */
  readonly hasSecondFactor: boolean;
}

/** Finds out who calls: an API key, an access token, or a web session. */
export function createAuthenticate(needs: GuardNeeds): Guard['authenticate'] {
  return (request, config) => {
    if (config.needsOwnHost === true) requireOwnHost(needs.publicOrigin(), request);
    if (config.permission === 'directory:provision') return admitDirectory(needs, request);
    const value = presentedValue(request, config);
    if (value === undefined) return authenticateSession(needs, request, config);
    if (!value.startsWith('xp') && !value.startsWith(OAUTH_TOKEN_PREFIX)) {
      throw unauthorized('This credential is neither an API key nor an access token.');
    }
    requireTokenWhereAsked(config, value);
    const known = findCredential(needs, value, request);
    return known instanceof Promise
      ? known.then((found) => admitCredential(needs, request, config, found))
      : admitCredential(needs, request, config, known);
  };
}

/** Endpoints for tokens don't accept API keys, valid or not. */
function requireTokenWhereAsked({ credentials }: EndpointConfig, value: string): void {
  const isToken = value.startsWith(TOKEN_PREFIX) || value.startsWith(OAUTH_TOKEN_PREFIX);
  if (credentials === undefined || isToken) return;
  if (credentials.includes('api_key') || !credentials.includes('access_token')) return;
  throw unauthorized('This endpoint requires an access token, not an API key.');
}

/** Only tells the holder of a valid credential; a revoked one is reported as revoked at every endpoint. */
function requireKind(request: Request, config: EndpointConfig, known: KnownCredential): void {
  const { permission, credentials } = config;
  requireTools(request, permission, known);
  const isForPeople = permission === 'session' || permission === 'installation';
  if (!isForPeople && (credentials === undefined || credentials.includes(known.kind))) return;
  request.refused = { organization: known.organization, name: known.id };
  throw new AppError('INSUFFICIENT_SCOPE', 'This endpoint requires a signed-in user.');
}

/** An agent's token works only at the tools endpoint and within its inner calls, regardless of its scopes. */
function requireTools(
  request: Request,
  permission: EndpointConfig['permission'],
  known: KnownCredential,
): void {
  if (known.kind !== 'access_token' || known.isForTools !== true) return;
  if (permission === 'agents:use' || toolCall.getStore()?.via === 'mcp') return;
  request.refused = { organization: known.organization, name: known.id };
  throw new AppError('INSUFFICIENT_SCOPE', 'This token works at POST /mcp only.');
}

function admitCredential(
  needs: GuardNeeds,
  request: Request,
  config: EndpointConfig,
  known: KnownCredential,
): Caller | Promise<Caller> {
  requireKind(request, config, known);
  requireSameOrganization(request, known.organization);
  const facts = organizationFacts(needs, known.organization);
  if (facts instanceof Promise || known.kind === 'access_token') {
    return admitSlowly(needs, request, known);
  }
  if (facts === undefined) throw unauthorized('The organization of this key was deleted.');
  requireAllowed(facts.allowedNetworks, request, known.organization, known.id);
  return { actor: actorOfKey(needs, request, known) };
}

async function admitSlowly(
  needs: GuardNeeds,
  request: Request,
  known: KnownCredential,
): Promise<Caller> {
  const facts = await organizationFacts(needs, known.organization);
  if (facts === undefined) throw unauthorized('The organization of this credential was deleted.');
  requireAllowed(facts.allowedNetworks, request, known.organization, known.id);
  if (known.kind === 'api_key') return { actor: actorOfKey(needs, request, known) };
  const membership = await membershipOf(needs, known.organization, known.user);
  const email = await needs.emailOf(known.user);
  // A token dies with the membership of its owner.
  if (membership === undefined || email === undefined) {
    request.refused = { organization: known.organization, name: known.id };
    throw new AppError('PAT_REVOKED', 'The owner of this access token has left the organization.');
  }
  needs.noteUse(known, originOf(request));
  const who = {
    kind: 'access_token',
    id: known.id,
    user: known.user,
    email,
    role: membership.role,
  } as const;
  const permissions = permissionsOfToken(membership.role, known.scopes, toolCall.getStore()?.via);
  return { actor: { organization: known.organization, who, permissions, ...originOf(request) } };
}

async function admitDirectory(needs: GuardNeeds, request: Request): Promise<Caller> {
  const actor = await findDirectory(needs, request);
  const { organization } = actor;
  requireSameOrganization(request, organization);
  const facts = await organizationFacts(needs, organization);
  if (facts === undefined) throw unauthorized('The organization of this token was deleted.');
  requireAllowed(facts.allowedNetworks, request, organization, actorName(actor));
  return { actor };
}

function actorOfKey(
  needs: GuardNeeds,
  request: Request,
  known: KnownCredential & { readonly kind: 'api_key' },
): Actor {
  const origin = originOf(request);
  needs.noteUse(known, origin);
  return {
    organization: known.organization,
    who: { kind: 'api_key', id: known.id, name: known.name },
    permissions: permissionsOfKey(known.scope),
    ...origin,
  };
}

async function authenticateSession(
  needs: GuardNeeds,
  request: Request,
  config: EndpointConfig,
): Promise<Caller> {
  if (config.credentials !== undefined && !config.credentials.includes('session')) {
    throw unauthorized('Send a credential as "Authorization: Bearer <value>".');
  }
  const session = await needs.readSession(request);
  if (session === undefined) throw unauthorized('Send an API key or an access token, or sign in.');
  requireOwnOrigin(needs.publicOrigin(), request);
  const isForPeople = config.permission === 'session' || config.permission === 'installation';
  if (isForPeople) requireUnconfined(config, session);
  if (config.permission === 'session') return { user: session };
  if (config.permission === 'installation') return admitOperator(needs, session);
  const organization = chosenOrganization(request, session);
  if (organization === undefined) throw new AppError('NOT_FOUND', 'Choose an organization first.');
  const membership = await membershipOf(needs, organization, session.id);
  const facts = await organizationFacts(needs, organization);
  // Missing and foreign organizations are indistinguishable.
  if (membership === undefined || facts === undefined) {
    throw new AppError('NOT_FOUND', 'No such organization.');
  }
  const { id, email, confinedTo } = session;
  requireAllowed(facts.allowedNetworks, request, organization, email);
  requireProvider(facts.oauthProviders, request, organization, session);
  requireSignIn(facts.requiredSignIn, request, organization, session);
  requireSecondFactor(facts, request, organization, session);
  const confined = confinedTo === undefined ? {} : { isConfined: true as const };
  const { role, ownRole } = membership;
  const lent = role === ownRole ? {} : { ownRole };
  const who = { kind: 'user', id, email, role, ...lent, ...confined } as const;
  const permissions = permissionsOfRole(role);
  return { user: session, actor: { organization, who, permissions, ...originOf(request) } };
}

async function admitOperator(needs: GuardNeeds, session: Session): Promise<Caller> {
  if (await isOperator(needs, session.id)) {
    if (needs.isOperatorFactorRequired === true) {
      requireFactorOf(session, 'This installation requires');
    }
    return { user: session };
  }
  throw new AppError('FORBIDDEN', 'Only operators of the installation can do this.');
}

/** A credential belongs to one organization; requests that name another one are rejected. */
function requireSameOrganization(request: Request, organization: OrganizationId): void {
  const header = request.headers['x-organization-id'];
  if (header === undefined || header === '' || header === organization) return;
  throw new AppError('NOT_FOUND', 'No such organization.');
}

function chosenOrganization(request: Request, session: SignedIn): OrganizationId | undefined {
  const header = request.headers['x-organization-id'];
  const named = typeof header === 'string' && header !== '' ? organizationId(header) : undefined;
  const { confinedTo } = session;
  if (confinedTo === undefined) return named ?? session.activeOrganization;
  requireSameOrganization(request, confinedTo);
  return confinedTo;
}

/**
 * The owner of an OAuth client can obtain codes issued to others for it. So a sign-in through an organization's own
 * client identifies the person to that organization only: it gives no access to the account, other organizations or the
 * installation.
 */
function requireUnconfined(config: EndpointConfig, { confinedTo }: Session): void {
  if (confinedTo === undefined || config.isForConfined === true) return;
  throw new AppError(
    'FORBIDDEN',
    'You signed in with the link of an organization, which gives access to that organization only. Sign in without the link for this.',
  );
}

/** A session from a provider that the organization has disabled gives no access to it. */
function requireProvider(
  providers: OrganizationFacts['oauthProviders'],
  request: Request,
  organization: OrganizationId,
  { signedInWith, email }: Session,
): void {
  // A connection is the organization's own.
  if (signedInWith === 'password' || signedInWith === 'oidc' || signedInWith === 'saml') return;
  if (providers[signedInWith]) return;
  request.refused = { organization, name: email };
  throw new AppError(
    'FORBIDDEN',
    `This organization has disabled sign-in with ${providerFacts(signedInWith).name}. Use another sign-in method.`,
  );
}

function requireAllowed(
  networks: Networks | undefined,
  request: Request,
  organization: OrganizationId,
  name: string,
): void {
  if (networks === undefined || isAllowedAddress(networks, request.ip)) return;
  request.refused = { organization, name };
  throw new AppError(
    'IP_NOT_ALLOWED',
    'Your IP address is not on the allowlist of this organization.',
  );
}

function originOf(request: Request): Origin & Pick<Actor, 'via'> {
  return {
    ipAddress: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    ...toolCall.getStore(),
  };
}

function unauthorized(message: string): AppError {
  return new AppError('UNAUTHORIZED', message);
}
