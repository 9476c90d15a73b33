import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError } from '../base/errors.ts';
import type { App } from './app.ts';
import { isLoopbackHost } from './loopback-host.ts';

export interface Address {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

/** Opens the app at an address. Answers with the port that was bound. */
export async function listen(app: App, address: Address): Promise<number> {
  try {
    await app.listen(address);
  } catch (error) {
    throw explain(error, address);
  }
  return portOf(app.server);
}

/** Opens the same app at a second address, for the paths of one client. It closes with the app. */
export async function listenAlso(
  app: App,
  address: Address,
  paths: readonly string[],
): Promise<number> {
  await app.ready();
  const known = new Set(paths);
  const server = app.servers.create((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    // Any other path is unknown here; the app sends its usual error response.
    if (!known.has(path)) request.url = '/not-here';
    app.routing(request, response);
  });
  await bind(server, address);
  return portOf(server);
}

/**
 * Serves the metrics without a token, on a separate port that outsiders must not reach. If bound to this machine only,
 * it accepts only the machine's own host names: a page in a local browser could use another name.
 */
export async function serveMetrics(
  metrics: { text(): Promise<string>; readonly contentType: string },
  address: Address,
): Promise<AsyncDisposable & { readonly port: number }> {
  const isLocal = isLoopbackHost(address.host.includes(':') ? `[${address.host}]` : address.host);
  const server = createServer((request, response) => {
    const isKnown = !isLocal || isLoopbackHost(request.headers.host ?? '');
    if (!isKnown || request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await bind(server, address);
  return {
    port: portOf(server),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function bind(server: Server, address: Address): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, address)));
    server.listen(address, resolve);
  });
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

function explain(error: unknown, { host, port }: Address): Error {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is already in use. Stop the other program, or use another port.`,
        error,
      );
    case 'EACCES':
      return new StartError(
        `No permission to listen on port ${port} of ${host}. Use a port above 1023.`,
        error,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`This machine doesn't have the address ${host}.`, error);
    default:
      return error instanceof Error ? error : new Error('the port cannot be opened');
  }
}
