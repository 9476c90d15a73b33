/** The HTTP servers of one app: all with the same bounds, all stopped together. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Limits } from '../spec/limits.ts';
import { clientErrorHandler, refuseTunnel, type ClientErrorNeeds } from './client-errors.ts';

export interface ServerNeeds extends ClientErrorNeeds {
  readonly limits: Limits['http'];
  readonly waiting: WaitingClients;
}

/** Callbacks that let a client continue that waits for `100 Continue` before sending its body. */
export type WaitingClients = WeakMap<IncomingMessage, () => void>;

export interface Servers {
  create(listener: RequestListener): Server;
  /** Stops accepting and closes idle connections. Resolves when the last connection is closed. */
  stop(): Promise<void>;
  closeIdleConnections(): void;
  /** Closes all remaining connections. */
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
      // The body is requested when it is about to be read. Until then a refusal must close the connection, since the
      // client might send the body anyway.
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
    // A slow body is refused by its reader, with an error message; this limit covers bodies that nobody reads.
    requestTimeout: limits.requestTimeoutMs + limits.lingerMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(shortest / CHECKS_PER_TIMEOUT, CHECK_INTERVAL_MS_MAX),
    // A request without a host is refused like any other, with an error body.
    requireHostHeader: false,
  };
}

/** Closes idle connections as well; a server that is not listening counts as closed. */
async function stopServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}
