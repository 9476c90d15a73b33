/**
 * Common handling of every request, regardless of its route: id, security headers, log line, tracking of requests in
 * flight, and closing of the connection.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '../base/log.ts';
import type { Metrics } from '../base/metrics.ts';
import type { ErrorCode } from '../spec/codes.ts';

export interface ExchangeNeeds {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly limits: { readonly lingerMs: number };
}

export interface Exchanges {
  /** Called first for every request, with the route's address as it was declared. */
  begin(request: FastifyRequest, reply: FastifyReply, route: string): void;
  /** Called with the code of every error that is answered. */
  refused(code: ErrorCode): void;
  readonly inFlight: ReadonlySet<ServerResponse>;
  /** Whether a connection has received its response and is only sending data that is discarded. */
  isLingering(socket: Duplex): boolean;
}

/** The status nginx made known for a client that went away before its answer was complete. */
const CLIENT_CLOSED_REQUEST = 499;

const LATENCY_BUCKETS_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

export function createExchanges(needs: ExchangeNeeds): Exchanges {
  const inFlight = new Set<ServerResponse>();
  const lingering = new WeakSet<Duplex>();
  const { requests, latency, refusals } = metersOf(needs.metrics, inFlight);

  function begin(request: FastifyRequest, reply: FastifyReply, route: string): void {
    const startedAt = performance.now();
    const { raw } = reply;
    inFlight.add(raw);
    raw.once('close', () => end(request, reply, route, performance.now() - startedAt));
  }

  function end(request: FastifyRequest, reply: FastifyReply, route: string, ms: number): void {
    inFlight.delete(reply.raw);
    const status = isAnswered(request, reply) ? reply.statusCode : CLIENT_CLOSED_REQUEST;
    const { method } = request;
    const observed = { method, route, status: String(status) };
    requests.add(1, observed);
    latency.observe(ms / 1000, observed);
    needs.log.info(
      {
        requestId: request.id,
        method,
        route,
        status,
        ms: Math.round(ms * 100) / 100,
        bytesIn: sizeOf(request.headers['content-length']),
        bytesOut: sizeOf(reply.getHeader('content-length')),
        organization: request.caller?.actor?.organization,
      },
      'request',
    );
    if (!request.raw.complete && !request.raw.destroyed) linger(request.raw);
  }

  /**
   * Discards incoming data for a while: a client that is still sending would lose the response if its connection were
   * closed immediately.
   */
  function linger(request: IncomingMessage): void {
    const { socket } = request;
    lingering.add(socket);
    const timer = setTimeout(() => request.destroy(), needs.limits.lingerMs);
    timer.unref();
    const stop = (): void => {
      clearTimeout(timer);
      lingering.delete(socket);
    };
    request.once('end', stop);
    request.once('close', stop);
    request.resume();
  }

  return {
    begin,
    refused: (code) => refusals.add(1, { code }),
    inFlight,
    isLingering: (socket) => lingering.has(socket),
  };
}

function metersOf(metrics: Metrics, inFlight: ReadonlySet<unknown>) {
  const labels = ['method', 'route', 'status'];
  metrics.gauge('xplain_http_requests_in_flight', 'Requests in progress.', () => inFlight.size);
  return {
    requests: metrics.counter(
      'xplain_http_requests_total',
      'Requests by route and status.',
      labels,
    ),
    latency: metrics.histogram(
      'xplain_http_request_duration_seconds',
      'Time from request headers to the end of the response.',
      LATENCY_BUCKETS_SECONDS,
      labels,
    ),
    refusals: metrics.counter('xplain_http_errors_total', 'Error responses by code.', ['code']),
  };
}

function isAnswered(request: FastifyRequest, { raw }: FastifyReply): boolean {
  return raw.writableFinished || (raw.writableEnded && !request.raw.socket.destroyed);
}

function sizeOf(header: unknown): number | undefined {
  return header === undefined ? undefined : Number(header);
}
