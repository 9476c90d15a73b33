/** The HTTP servers of one app: all with the same bounds, all stopped together. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Limits } from '../spec/limits.ts';
import { clientErrorHandler, refuseTunnel, type ClientErrorNeeds } from './client-errors.ts';

export interface ServerNeeds extends ClientErrorNeeds {
  readonly limits: Limits['http'];
  readonly waiting: WaitingClients;
}

/** What lets a client go on that waits for `100 Continue` before it sends its body. */
export type WaitingClients = WeakMap<IncomingMessage, () => void>;

export interface Servers {
  create(listener: RequestListener): Server;
  /** Stops accepting, and lets idle connections go. Resolves when the last connection is gone. */
  stop(): Promise<void>;
  closeIdleConnections(): void;
  /** Ends whatever is still open. */
  cut(): void;
}

/** How often Node looks for requests that are over their time. */
const CHECKS_PER_TIMEOUT = 4;
const CHECK_INTERVAL_MS_MAX = 5_000;

export function createServers(needs: ServerNeeds): Servers {
  const servers = new Set<Server>();
  const onClientError = clientErrorHandler(needs);

  function create(listener: RequestListener): Server {
    const server = createServer(optionsFor(needs.limits), listener);
    server.on('clientError', onClientError);
    server.on('connect', (_request, socket) => refuseTunnel(needs, socket));
    server.on('checkContinue', (request, response) => {
      // The body is asked for when somebody is about to read it. Until then a refusal must close the
      // connection, since nobody knows whether the client sends the body all the same.
      const { shouldKeepAlive } = response;
      response.shouldKeepAlive = false;
      needs.waiting.set(request, () => {
        response.shouldKeepAlive = shouldKeepAlive;
        response.writeContinue();
      });
      server.emit('request', request, response);
    });
    // Other expectations may be ignored.
    server.on('checkExpectation', (request, response) => {
      server.emit('request', request, response);
    });
    servers.add(server);
    server.on('close', () => servers.delete(server));
    return server;
  }

  return {
    create,
    stop: async () => {
      await Promise.all([...servers].map(stopServer));
    },
    closeIdleConnections: () => {
      for (const server of servers) server.closeIdleConnections();
    },
    cut: () => {
      for (const server of servers) server.closeAllConnections();
    },
  };
}

function optionsFor(limits: Limits['http']) {
  const shortest = Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs);
  return {
    maxHeaderSize: limits.headerBytesMax,
    headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
    // A slow body is refused by whoever reads it, in words; this catches one that nobody reads.
    requestTimeout: limits.requestTimeoutMs + limits.lingerMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(shortest / CHECKS_PER_TIMEOUT, CHECK_INTERVAL_MS_MAX),
    // A request without a host is refused like any other, with a body that says so.
    requireHostHeader: false,
  };
}

/** Closing lets idle connections go; a server that does not listen is told to be closed. */
async function stopServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}
