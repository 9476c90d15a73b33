/**
 * Serves `xplain backup` on a running node: HTTP over a socket in the data folder that only its owner can open. No port
 * and no password of the platform gives access to it.
 */
import { chmodSync, closeSync, openSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Log } from '../../../base/log.ts';

export interface Controls {
  now(): Promise<unknown>;
  list(): Promise<unknown>;
  verify(isAll: boolean): Promise<unknown>;
  key(): Promise<unknown>;
}

const SOCKET = 'backup.sock';
/** Longer paths of sockets are cut by the system. */
const PATH_BYTES_MAX = 100;

export function serveControl(log: Log, data: string, controls: Controls): AsyncDisposable {
  const path = join(data, SOCKET);
  rmSync(path, { force: true });
  const server = createServer((request, response) => void answer(controls, request, response));
  const isLong = Buffer.byteLength(path) > PATH_BYTES_MAX;
  const folder = isLong ? openSync(data, 'r') : undefined;
  // Until the mode is set, the socket is in a folder that others cannot enter.
  server.listen(folder === undefined ? path : `/proc/self/fd/${folder}/${SOCKET}`, () => {
    chmodSync(path, 0o600);
  });
  server.on('error', (error) => log.error({ err: error }, 'socket for backups cannot be opened'));
  return {
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        if (folder !== undefined) closeSync(folder);
        rmSync(path, { force: true });
      }),
  };
}

async function answer(
  controls: Controls,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (code: number, body: unknown): void => {
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  try {
    const called = `${request.method ?? ''} ${request.url ?? ''}`;
    switch (called) {
      case 'POST /now':
        return send(200, await controls.now());
      case 'GET /list':
        return send(200, await controls.list());
      case 'POST /verify':
      case 'POST /verify?all':
        return send(200, await controls.verify(called.endsWith('?all')));
      case 'GET /key':
        return send(200, await controls.key());
      default:
        return send(404, { message: 'Not found.' });
    }
  } catch (error) {
    return send(500, { message: error instanceof Error ? error.message : String(error) });
  }
}
