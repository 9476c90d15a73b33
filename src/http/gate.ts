/**
 * Decides before a handler runs whether the caller is admitted. `guard/` provides authentication and rate limits;
 * without it only public endpoints exist.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Actor } from '../base/actor.ts';
import { AppError } from '../base/errors.ts';
import type { OrganizationId, UserId } from '../base/ids.ts';
import { requireStanding } from '../base/require-permission.ts';
import type { EndpointConfig } from '../contract/endpoint.ts';
import { ERROR_CODES, type ErrorCode } from '../spec/codes.ts';
import { PERMISSIONS, type Permission } from '../spec/roles.ts';
import { isLoopbackHost } from './loopback-host.ts';

/** The Fastify types that rooms see besides their routes. */
export type Request = FastifyRequest;
export type Reply = FastifyReply;

/** Who calls. An `actor` has an organization; a signed-in user may not have chosen one yet. */
export interface Caller {
  readonly actor?: Actor;
  readonly user?: SignedIn;
}

export interface SignedIn {
  readonly id: UserId;
  readonly email: string;
  readonly sessionId: string;
  /** The organization chosen last in this session. */
  readonly activeOrganization: OrganizationId | undefined;
  /** The only organization this session works in; undefined: all of the person's. */
  readonly confinedTo?: OrganizationId | undefined;
}

/** Whom a refusal is about, where no actor came out of it. */
export interface RefusedCaller {
  readonly organization: OrganizationId;
  /** As the audit log calls them. */
  readonly name: string;
}

export interface Guard {
  /**
   * Authenticates the caller of an endpoint that is neither public nor the operator's; throws an AppError if the
   * credential is missing, wrong or not valid for it. Synchronous where possible.
   */
  authenticate(request: FastifyRequest, config: EndpointConfig): Caller | Promise<Caller>;
  /**
   * Counts the request against its rate row, sets the headers that tell about it, throws RATE_LIMITED. A look counts
   * nothing, and throws where the row is full.
   */
  limitRate(
    request: FastifyRequest,
    reply: FastifyReply,
    config: EndpointConfig,
    isLook?: boolean,
  ): void | Promise<void>;
  /** Hears of every request that was answered with 401 or 403. Not waited for. */
  readonly noteRefusal?: (request: FastifyRequest, code: ErrorCode) => void;
}

export interface GateNeeds {
  readonly guard?: Guard;
  /** Grants access to the operator's endpoints; without it they respond only to this machine. */
  readonly operatorToken?: string;
}

export type Gate = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>;

/** Refuses to mount an endpoint whose permission does not exist or cannot be checked. */
export function gateFor(needs: GateNeeds, name: string, config: EndpointConfig): Gate | undefined {
  const { permission } = config;
  const isGuarded = isForPeople(permission) || isPermission(permission);
  if (!isGuarded && permission !== 'public' && permission !== 'operator') {
    throw new Error(`${name} has the permission ${String(permission)}, which does not exist`);
  }
  const { guard } = needs;
  if (guard === undefined) {
    if (isGuarded) throw new Error(`${name} needs ${permission}, but nobody can authenticate`);
    if (config.rate !== 'none') throw new Error(`${name} has a rate, but nobody counts`);
  }
  return join(entryOf(needs, config, permission, isGuarded), rateOf(guard, config));
}

function entryOf(
  needs: GateNeeds,
  config: EndpointConfig,
  permission: EndpointConfig['permission'],
  isGuarded: boolean,
): Gate | undefined {
  const { guard } = needs;
  if (permission === 'operator') {
    return counted(guard, config, (request) => admitOperator(needs.operatorToken, request));
  }
  if (guard === undefined || !isGuarded) return undefined;
  return counted(guard, config, (request) => {
    const caller = guard.authenticate(request, config);
    if (!(caller instanceof Promise)) return admit(request, caller, config);
    return caller.then((known) => admit(request, known, config));
  });
}

/** Limits callers that keep sending refused requests, without revealing anything else. */
function counted(guard: Guard | undefined, config: EndpointConfig, entry: Gate): Gate {
  if (guard === undefined) return entry;
  // Where accounts are opened each call counts on the narrow row, also one that was not let in.
  const isOfAccounts = config.rate === 'auth' || config.rate === 'session';
  const countFailure = async (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    const isUnknown = ERROR_CODES[error.code].status === 401;
    if (isOfAccounts) await guard.limitRate(request, reply, config);
    else if (isUnknown) await guard.limitRate(request, reply, FAILED_ENTRY);
    throw error;
  };
  return (request, reply) => {
    try {
      const passed = entry(request, reply);
      return passed instanceof Promise
        ? passed.catch((error: unknown) => countFailure(request, reply, error))
        : passed;
    } catch (error) {
      return countFailure(request, reply, error);
    }
  };
}

const FAILED_ENTRY: EndpointConfig = { permission: 'public', rate: 'failures', body: 'none' };

const UNREADABLE: EndpointConfig = { permission: 'public', rate: 'unreadable', body: 'none' };

function rateOf(guard: Guard | undefined, config: EndpointConfig): Gate | undefined {
  if (guard === undefined || config.rate === 'none') return undefined;
  if (config.isCountedByHandler) {
    return (request, reply) => {
      request.countRate = async (isReadable) => {
        if (isReadable === undefined) return guard.limitRate(request, reply, config);
        // Reading takes time as well, so a caller that keeps sending unreadable bodies is refused before reading.
        await guard.limitRate(request, reply, UNREADABLE, true);
        await guard.limitRate(request, reply, (await isReadable()) ? config : UNREADABLE);
      };
    };
  }
  const count: Gate = (request, reply) => guard.limitRate(request, reply, config);
  return config.countsTwice ? join(count, count) : count;
}

/** One after the other; a promise is made only where one of them makes one. */
function join(first: Gate | undefined, second: Gate | undefined): Gate | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return (request, reply) => {
    const passed = first(request, reply);
    return passed instanceof Promise
      ? passed.then(() => second(request, reply))
      : second(request, reply);
  };
}

function admit(
  request: FastifyRequest,
  caller: Caller,
  { permission, needsStandingRole }: EndpointConfig,
): void {
  const { actor, user } = caller;
  if (isForPeople(permission)) {
    // `authenticate` has already checked whether the user runs the installation.
    if (user === undefined) throw new AppError('UNAUTHORIZED', 'Sign in first.');
  } else if (actor === undefined) {
    throw new AppError('UNAUTHORIZED', 'Send an API key or an access token, or sign in.');
  } else if (!isPermission(permission) || !actor.permissions.has(permission)) {
    request.refused = actor;
    throw notPermitted(actor, permission);
  } else if (needsStandingRole) {
    requireStanding(actor, permission);
  }
  request.caller = caller;
}

function isForPeople(permission: string): boolean {
  return permission === 'session' || permission === 'installation';
}

function notPermitted(actor: Actor, permission: string): AppError {
  return actor.who.kind === 'user'
    ? new AppError('FORBIDDEN', `Your role does not include ${permission}.`)
    : new AppError('INSUFFICIENT_SCOPE', `This credential does not include ${permission}.`);
}

function isPermission(permission: string): permission is Permission {
  return Object.hasOwn(PERMISSIONS, permission);
}

function admitOperator(token: string | undefined, request: FastifyRequest): void {
  if (isOperatorsRequest(token, request)) return;
  throw new AppError('UNAUTHORIZED', 'This endpoint requires the operator token.');
}

/** With the operator's token, or where there is none from this machine. */
export function isOperatorsRequest(token: string | undefined, request: FastifyRequest): boolean {
  return token === undefined ? isFromThisMachine(request) : isSameToken(token, bearerOf(request));
}

function bearerOf(request: FastifyRequest): string {
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ', 2);
  return scheme.toLowerCase() === 'bearer' ? token : '';
}

/** Compares digests, so that neither the time nor the length tells anything about the token. */
function isSameToken(expected: string, given: string): boolean {
  return timingSafeEqual(digest(expected), digest(given));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * A proxy on this machine also calls locally, but for someone else, which a header shows. So does a browser directed
 * here by a page of another site: it sends that site as the host.
 */
function isFromThisMachine(request: FastifyRequest): boolean {
  const { headers } = request;
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some(
    (name) => headers[name] !== undefined,
  );
  const address = request.raw.socket.remoteAddress ?? '';
  const isHere = isLoopbackHost(headers.host ?? '');
  return !isForwarded && isHere && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address);
}
