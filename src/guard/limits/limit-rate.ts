import type { Actor } from '../../base/actor.ts';
import { callerNetwork } from '../../base/addresses.ts';
import { AppError } from '../../base/errors.ts';
import type { EndpointConfig } from '../../contract/endpoint.ts';
import type { Counters, WindowState } from '../../engines/counters/counters.ts';
import type { Guard, Reply, Request } from '../../http/gate.ts';
import type { Limits } from '../../spec/limits.ts';
import { RATES, type RateName } from '../../spec/rates.ts';

export interface RateNeeds {
  readonly counters: Pick<Counters, 'hit' | 'peek'>;
  /** Per rolling minute; 0 = off. */
  readonly rates: Readonly<Record<RateName, number>>;
  readonly limits: Limits['rates'];
  /** Who is signed in with the request's cookie. */
  readonly readSession: (request: Request) => Promise<object | undefined>;
  /** Whether the request has a session cookie. */
  readonly presentsSession: (request: Request) => boolean;
}

/** Counts each request against its row, and tells on every answer how much is left. */
export function createLimitRate(needs: RateNeeds): Guard['limitRate'] {
  return (request, reply, config, isLook = false) => {
    const row = rowOf(request, config);
    if (row === 'none') return;
    if (isLook) return look(needs, request, reply, row);
    const isLookOnly = config.isOpenLook === true && !needs.presentsSession(request);
    // A session caller is already identified; at a public endpoint the session has not been read yet.
    if (row !== 'session' || request.caller?.user !== undefined || isLookOnly) {
      return count(needs, request, reply, config, row);
    }
    return needs
      .readSession(request)
      .then((session) =>
        count(needs, request, reply, config, session === undefined ? 'auth' : 'session'),
      );
  };
}

function count(
  needs: RateNeeds,
  request: Request,
  reply: Reply,
  config: EndpointConfig,
  row: RateName,
): void | Promise<void> {
  const limit = needs.rates[row];
  if (limit === 0) return;
  const key = keyOf(row, request);
  const state = config.isFollowUp
    ? followUp(needs, key, limit)
    : needs.counters.hit(key, limit, needs.limits.windowMs);
  if (state instanceof Promise) return state.then((known) => answer(reply, row, limit, known));
  answer(reply, row, limit, state);
}

/** Checks without counting: refuses the request if the limit is reached. */
function look(
  needs: RateNeeds,
  request: Request,
  reply: Reply,
  row: RateName,
): void | Promise<void> {
  const limit = needs.rates[row];
  if (limit === 0) return;
  const refuse = (state: WindowState): void => {
    if (!state.isAllowed) answer(reply, row, limit, state);
  };
  const state = needs.counters.peek(keyOf(row, request), limit, needs.limits.windowMs);
  if (state instanceof Promise) return state.then(refuse);
  refuse(state);
}

/**
 * Each search of the window brings a number of follow-ups with it. Without one, or beyond that number, a
 * look at the logs is a search like any other.
 */
async function followUp(needs: RateNeeds, key: string, limit: number): Promise<WindowState> {
  const { windowMs, followUpsPerSearch } = needs.limits;
  const row = await needs.counters.peek(key, limit, windowMs);
  const included = (limit - row.remaining) * followUpsPerSearch;
  const { isAllowed } = await needs.counters.hit(`${key}:follow-ups`, included, windowMs);
  if (isAllowed) return { ...row, isAllowed };
  return needs.counters.hit(key, limit, windowMs);
}

/** The narrow search row is for people at the web app; programs count against the row of the log API. */
function rowOf(request: Request, config: EndpointConfig): EndpointConfig['rate'] {
  const { rate } = config;
  if (rate !== 'search') return rate;
  return request.caller?.actor?.who.kind === 'user' ? 'search' : 'logs';
}

function keyOf(row: RateName, request: Request): string {
  const { actor, user } = request.caller ?? {};
  switch (RATES[row].scope) {
    case 'organization':
      // Before a person has chosen an organization, they count for themselves.
      return `rate:${row}:${actor?.organization ?? user?.id ?? callerNetwork(request.ip)}`;
    case 'caller':
      return `rate:${row}:${actor === undefined ? callerNetwork(request.ip) : callerOf(actor)}`;
    case 'address':
      return `rate:${row}:${callerNetwork(request.ip)}`;
  }
}

/** All tokens and browsers of one person in one organization are one caller: more of them get no more. */
function callerOf({ organization, who }: Actor): string {
  switch (who.kind) {
    case 'user':
      return `${organization}:${who.id}`;
    case 'access_token':
      return `${organization}:${who.user}`;
    case 'api_key':
      return who.id;
    case 'system':
      return organization;
  }
}

function answer(reply: Reply, row: RateName, limit: number, state: WindowState): void {
  // A guessing client must not learn how many guesses are left.
  if (row === 'failures' && state.isAllowed) return;
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', state.remaining);
  reply.header('x-ratelimit-reset', Math.ceil(state.resetAt / 1000));
  // Also sent on success: a client that used up the window immediately learns when to retry.
  reply.header('retry-after', Math.ceil(state.retryAfterMs / 1000));
  if (state.isAllowed) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(state.retryAfterMs / 1000));
  const again = `Try again in ${retryAfterSeconds} s.`;
  const message = `${WHO[RATES[row].scope]} ${limit} ${RATES[row].counts} in the last minute, the maximum allowed. ${again}`;
  throw new AppError('RATE_LIMITED', message, { retryAfterSeconds });
}

const WHO = {
  organization: 'Your organization has made',
  caller: 'You have made',
  address: 'Your IP address has made',
} as const;
