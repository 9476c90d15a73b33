import type { TestContext } from 'node:test';
import { organizationId, userId } from '../../src/base/ids.ts';
import { type Log, silentLog } from '../../src/base/log.ts';
import { silentMetrics } from '../../src/base/metrics.ts';
import type { Counters } from '../../src/engines/counters/counters.ts';
import { openMemoryCounters } from '../../src/engines/counters/memory/open-memory-counters.ts';
import { createAuthenticate, type Session } from '../../src/guard/access/create-guard.ts';
import { createUseNotes } from '../../src/guard/access/note-use.ts';
import { accessRoutes } from '../../src/guard/access/routes.ts';
import { createLimitRate } from '../../src/guard/limits/index.ts';
import { createApp, type App } from '../../src/http/app.ts';
import type { Guard, Request } from '../../src/http/gate.ts';
import { LIMITS, USUAL_RATES } from './limits.ts';
import type { RateName } from '../../src/spec/rates.ts';
import { PUBLIC_ORIGIN, type AccessUnderTest, type Person } from './open-access.ts';

export interface Call {
  /** A signed-in person, or the value of a key or token. */
  readonly as?: Person | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Where the call comes from. */
  readonly from?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly body: AnswerBody;
}

interface AnswerBody {
  readonly data?: unknown;
  readonly code?: string;
  readonly error?: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
  readonly [field: string]: unknown;
}

export interface AccessApp {
  readonly app: App;
  /** `GET /api/v1/members` and the like. */
  readonly call: (endpoint: string, call?: Call) => Promise<Answer>;
}

export interface AccessAppOptions {
  readonly rates?: Partial<Record<RateName, number>>;
  /** Further endpoints. */
  readonly mount?: (app: App, authenticate: Guard['authenticate']) => void;
  readonly operatorToken?: string;
  readonly trustedProxies?: readonly string[];
  /** Counters answer later, as those that nodes share do. */
  readonly areCountersShared?: boolean;
  /** Told of every refusal. */
  readonly noteRefusal?: Guard['noteRefusal'];
  /** Where the app's own lines go; nowhere when it is missing. */
  readonly log?: Log;
}

/** The access room behind the real gate. Sessions are known by their id, which the cookie holds. */
export function startAccess(
  t: TestContext,
  access: AccessUnderTest,
  options: AccessAppOptions = {},
): AccessApp {
  const { metadata, cache, clock, needs } = access;
  const authenticate = createAuthenticate({
    metadata,
    cache,
    clock,
    publicOrigin: () => PUBLIC_ORIGIN,
    readSession: (request) => readSession(access, request),
    emailOf: async (user) => (await findUser(access, user))?.email,
    noteUse: createUseNotes({ metadata, clock, log: silentLog }),
  });
  const counters = openMemoryCounters({ clock, limits: LIMITS.counters });
  const app = createApp({
    log: options.log ?? silentLog,
    metrics: silentMetrics,
    limits: LIMITS.http,
    ...(options.operatorToken === undefined ? {} : { operatorToken: options.operatorToken }),
    ...(options.trustedProxies === undefined ? {} : { trustedProxies: options.trustedProxies }),
    guard: {
      authenticate,
      ...(options.noteRefusal === undefined ? {} : { noteRefusal: options.noteRefusal }),
      limitRate: createLimitRate({
        counters: options.areCountersShared === true ? answeringLater(counters) : counters,
        rates: { ...USUAL_RATES, ...options.rates },
        limits: LIMITS.rates,
        readSession: (request) => readSession(access, request),
        presentsSession: () => true,
      }),
    },
  });
  accessRoutes(app, needs);
  options.mount?.(app, authenticate);
  t.after(() => app.close());
  return { app, call: (endpoint, call = {}) => inject(app, endpoint, call) };
}

function answeringLater(counters: Counters): Counters {
  return {
    ...counters,
    hit: async (...given) => counters.hit(...given),
    peek: async (...given) => counters.peek(...given),
    acquire: async (...given) => counters.acquire(...given),
  };
}

async function inject(app: App, endpoint: string, call: Call): Promise<Answer> {
  const [method = 'GET', url = '/'] = endpoint.split(' ');
  const answer = await app.inject({
    method: method as 'GET',
    url,
    remoteAddress: call.from ?? '192.0.2.1',
    headers: { ...credentialOf(call.as), 'user-agent': 'test/1.0', ...call.headers },
    ...(call.body === undefined ? {} : { payload: call.body as object }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  const body = isJson ? (JSON.parse(answer.payload) as AnswerBody) : {};
  return { status: answer.statusCode, headers: answer.headers, text: answer.payload, body };
}

function credentialOf(as: Call['as']): Record<string, string> {
  if (as === undefined) return {};
  return typeof as === 'string'
    ? { authorization: `Bearer ${as}` }
    : { cookie: `session=${as.sessionId}`, origin: PUBLIC_ORIGIN };
}

async function readSession(
  { metadata, clock }: AccessUnderTest,
  request: Request,
): Promise<Session | undefined> {
  const id = /session=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
  if (id === undefined) return undefined;
  const row = await metadata.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.user_id', 'sessions.active_organization_id', 'sessions.signed_in_with'])
    .select(['sessions.connection_id', 'sessions.second_factor', 'users.email'])
    .where('sessions.id', '=', id)
    .where('sessions.expires_at', '>', clock.now())
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const active = row.active_organization_id;
  return {
    id: userId(row.user_id),
    email: row.email,
    sessionId: id,
    activeOrganization: active === null ? undefined : organizationId(active),
    signedInWith: row.signed_in_with,
    confinedTo: undefined,
    connection: row.connection_id ?? undefined,
    hasSecondFactor: row.second_factor !== null,
  };
}

async function findUser({ metadata }: AccessUnderTest, user: string) {
  return metadata.db.selectFrom('users').select('email').where('id', '=', user).executeTakeFirst();
}
