/**
 * A Fastify instance on which every endpoint of `contract/` is mounted with
 * `app.route({ ...endpoint, handler })`. Ids, security headers, bodies, errors, the log line and the way
 * out are the same for all of them, and no endpoint opens without saying who may call it.
 */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { METHODS, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Actor } from '../base/actor.ts';
import { AppError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Metrics } from '../base/metrics.ts';
import type {
  AuthorizationScheme,
  CredentialKind,
  Deprecation,
  EndpointAccess,
  EndpointBody,
} from '../contract/endpoint.ts';
import { ERROR_CODES } from '../spec/codes.ts';
import type { Limits } from '../spec/limits.ts';
import type { RateName } from '../spec/rates.ts';
import { bodyParser, type BodyKind } from './body-parser.ts';
import { compileWhenUsed } from './compile-schemas.ts';
import { errorAnswer, type ErrorForm } from './error-answer.ts';
import { createExchanges } from './exchanges.ts';
import type { Caller, GateNeeds, RefusedCaller } from './gate.ts';
import { createRequestIds } from './request-ids.ts';
import { routePreparation } from './prepare-route.ts';
import { securityHeaders } from './security-headers.ts';
import { createServers, type Servers, type WaitingClients } from './servers.ts';
import { stopGracefully } from './stop-gracefully.ts';
import { toAppError } from './to-app-error.ts';
import type { WebApp } from './web-app/load-web-app.ts';
import { sendStatic } from './static-answer.ts';

export interface AppNeeds extends GateNeeds {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly limits: Limits['http'];
  /** Networks of proxies whose forwarded headers are believed. */
  readonly trustedProxies?: readonly string[];
  /** People reach us over https, be it through a proxy. */
  readonly isHttps?: boolean;
  /** Answers visitors of addresses that only the browser knows. */
  readonly webApp?: WebApp;
}

export type App = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: EndpointAccess;
    rate?: RateName | 'none';
    isFollowUp?: true;
    countsTwice?: true;
    isCountedByHandler?: true;
    credentials?: readonly CredentialKind[];
    isForConfined?: true;
    needsOwnHost?: true;
    needsStandingRole?: true;
    schemes?: readonly AuthorizationScheme[];
    body?: EndpointBody;
    answer?: 'page' | 'app';
    deprecated?: Deprecation;
    /** How this route tells failures, where its clients do not know our envelope. */
    errorForm?: ErrorForm;
  }

  interface FastifyInstance {
    /** Aborted when the server starts to stop: answers without an end, like a live tail, end then. */
    readonly closing: AbortSignal;
    /** The sockets this app listens on. */
    readonly servers: Servers;
  }

  interface FastifyRequest {
    /** What the gate found out; null before it has, and on public endpoints. */
    caller: Caller | null;
    /** Who was not let in, where that is known: of a credential that has ended, or lacks the permission. */
    refused: Actor | RefusedCaller | null;
    /** Who acts. Only on endpoints with a permission of the matrix. */
    readonly actor: Actor;
    /** Who is signed in. Only where the caller presented a web session. */
    readonly user: NonNullable<Caller['user']>;
    /**
     * For handlers that count themselves (`isCountedByHandler`): counts the call against its row and sets the
     * rate-limit headers; rejects with RATE_LIMITED. Call once, before the response starts. An unreadable query counts
     * against a separate row.
     */
    countRate: (isReadable?: () => boolean | Promise<boolean>) => Promise<void>;
    /** What the body parser has to know; null where no route was found. */
    bodyKind: BodyKind | null;
  }
}

/** Longest part of a path that can name something. */
const PATH_PARAMETER_CHARACTERS_MAX = 256;
const UNMATCHED = 'unmatched';

export function createApp(needs: AppNeeds): App {
  const { log, limits } = needs;
  const headers = securityHeaders(needs.isHttps ?? false);
  const requestIds = createRequestIds(limits.requestIdCharactersMax);
  const exchanges = createExchanges(needs);
  const waiting: WaitingClients = new WeakMap();
  const closing = new AbortController();
  const servers = createServers({
    log,
    limits,
    waiting,
    exchanges,
    headers: headers.api,
    newRequestId: requestIds.fresh,
  });

  const app: App = fastify({
    serverFactory: (listener) => servers.create(listener),
    // The servers answer these themselves.
    clientErrorHandler: () => {},
    frameworkErrors: (error, request, reply) => {
      welcome(request, reply);
      fail(error, request, reply);
    },
    logController: quietLogController(log),
    genReqId: requestIds.of,
    bodyLimit: limits.bodyBytesMax,
    trustProxy: needs.trustedProxies?.length ? [...needs.trustedProxies] : false,
    // A request during shutdown is refused like any other, with our own error response.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PATH_PARAMETER_CHARACTERS_MAX },
  }).withTypeProvider<TypeBoxTypeProvider>();

  compileWhenUsed(app);
  app.decorate('closing', closing.signal);
  app.decorate('servers', servers);
  decorateRequests(app);
  app.removeAllContentTypeParsers();
  const parse = bodyParser(waiting, (request) => request.bodyKind ?? undefined);
  // The common types are named, since Fastify looks them up faster than "any".
  for (const type of ['application/json', 'application/x-ndjson', 'application/x-protobuf', '*']) {
    app.addContentTypeParser(type, parse);
  }
  app.addHook(
    'onRoute',
    routePreparation({ ...needs, headers, exchanges, closing: closing.signal }),
  );
  app.setErrorHandler(fail);
  app.setNotFoundHandler((request, reply) => {
    welcome(request, reply);
    const visit = answerVisit(needs.webApp, headers.app, request, reply);
    return visit ?? fail(notFound(app, request, reply), request, reply);
  });
  stopGracefully(app, { log, limits, exchanges, servers, closing });
  return app;

  function welcome(request: FastifyRequest, reply: FastifyReply): void {
    exchanges.begin(request, reply, UNMATCHED);
    void reply.headers(headers.api).header('x-request-id', request.id);
  }

  function replaceHeaders(reply: FastifyReply, own: Readonly<Record<string, string>>): void {
    for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
    void reply.headers(headers.api).headers(own);
  }

  function fail(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = toAppError(thrown, request, limits.detailsMax) ?? internal(thrown);
    tellOfFailure(needs, error, request, reply);
    // What a broken handler has set may be wrong, or even the fault itself.
    if (error.code === 'INTERNAL') replaceHeaders(reply, { 'x-request-id': request.id });
    const usual = errorAnswer(limits, error, request.id);
    exchanges.refused(error.code);
    const answer = request.routeOptions.config.errorForm?.(error, usual, request) ?? usual;
    // Fastify wants to close after any unreadable body; we read on for a while instead, see `linger`.
    const isKept = reply.raw.shouldKeepAlive && !closing.signal.aborted;
    if (isKept && reply.hasHeader('connection')) void reply.header('connection', 'keep-alive');
    void reply.code(answer.status).headers(answer.headers).send(answer.body);
  }
}

function decorateRequests(app: App): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('refused', null);
  app.decorateRequest('bodyKind', null);
  app.decorateRequest('countRate', async () => {
    throw new Error('this endpoint is counted before its handler');
  });
  app.decorateRequest('actor', {
    getter(): Actor {
      const actor = this.caller?.actor;
      if (actor === undefined) throw new Error('this endpoint names no permission: no actor');
      return actor;
    },
  });
  app.decorateRequest('user', {
    getter(): NonNullable<Caller['user']> {
      const user = this.caller?.user;
      if (user === undefined) throw new Error('nobody is signed in on this endpoint');
      return user;
    },
  });
}

/** The address is unknown, or known for other methods only. */
function notFound(app: App, request: FastifyRequest, reply: FastifyReply): AppError {
  const methods = METHODS.filter((method) => app.supportedMethods.includes(method));
  const allowed = methods.filter((method) => isMounted(app, method, request.url));
  if (allowed.length === 0) return new AppError('NOT_FOUND', 'Not found.');
  void reply.header('allow', allowed.join(', '));
  return new AppError('METHOD_NOT_ALLOWED', `This URL supports ${allowed.join(', ')}.`);
}

function isMounted(app: App, method: string, url: string): boolean {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return app.findRoute({ method, url: path }) !== null;
}

function internal(cause: unknown): AppError {
  const message = 'Internal error. Search the server log for the request ID.';
  return new AppError('INTERNAL', message, {}, cause);
}

function tellOfFailure(
  { log, guard }: Pick<AppNeeds, 'log' | 'guard'>,
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { status } = ERROR_CODES[error.code];
  if (status === 401 || status === 403) guard?.noteRefusal?.(request, error.code);
  if (status < 500) return;
  const fields = { requestId: request.id, code: error.code, err: error.cause ?? error };
  // Failures caused by a client disconnect are not our errors.
  if (reply.raw.destroyed) log.info(fields, 'request failed after the client disconnected');
  else if (error.code === 'INTERNAL') log.error(fields, 'unexpected error');
  else log.warn(fields, 'request failed');
}

/** Replaces Fastify's own log lines; keeps only errors that nothing else would report. */
function quietLogController(log: Log): LogController {
  return Object.assign(new LogController({ disableRequestLogging: true }), {
    streamError: (error: Error, request: FastifyRequest) => {
      log.info({ requestId: request.id, err: error }, 'response interrupted');
    },
    writeHeadError: (error: Error, request: FastifyRequest) => {
      log.error({ requestId: request.id, err: error }, 'response has invalid headers');
    },
    serializerError: (error: Error, request: FastifyRequest) => {
      log.error({ requestId: request.id, err: error }, 'response cannot be written');
    },
  });
}

/** Where no route is, a visitor gets the app, which knows more addresses. Undefined for everybody else. */
function answerVisit(
  webApp: WebApp | undefined,
  headers: Readonly<Record<string, string>>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> | undefined {
  if (webApp === undefined || !isPageVisit(request)) return undefined;
  return sendStatic(request, reply.headers(headers), webApp.page);
}

const PROGRAM_PATHS =
  /^\/(api|v1|services\/collector|loki|elasticsearch|assets|docs|health|ready|metrics|mcp)(\/|\?|$)/;

/** Whether the address is opened in a browser, rather than called by a program that uses a wrong address. */
function isPageVisit({ method, headers, url }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && /\btext\/html\b/.test(headers.accept ?? '') && !PROGRAM_PATHS.test(url);
}
