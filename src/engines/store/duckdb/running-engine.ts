/**
 * Access to the rows of a folder while its server runs, for tools of the folder's owner. The engine only answers its
 * parent, so the parent forwards requests from a socket that nobody else can reach, and adds the key, which is in no
 * file. A file in the folder contains the path of the socket.
 */
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import { createConnection, type NodeAddress } from '../clickhouse/connection.ts';
import type { LogStore } from '../store.ts';
import { createDuckdbStore } from './duckdb-store.ts';

const FILE = 'engine';
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
/** Few: the others are for the server. */
const CONNECTIONS_MAX = 4;

export interface DoorPlace {
  /** Of the rows; only its owner may look into it. */
  readonly directory: string;
  /** For sockets; only its owner may look into it. */
  readonly sockets: string;
}

/** `engineAt` throws while there is no engine. */
export async function openDoor(
  { directory, sockets }: DoorPlace,
  engineAt: () => NodeAddress,
): Promise<AsyncDisposable> {
  const folder = join(sockets, 'door');
  await mkdir(folder, { mode: PRIVATE_FOLDER });
  const socketPath = join(folder, 'socket');
  const server = createServer((asked, answer) => {
    handOn(asked, answer, engineAt).catch(() => answer.destroy());
  });
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socketPath, resolve);
  });
  const file = join(directory, FILE);
  await writeFile(file, socketPath, { mode: PRIVATE_FILE });
  return {
    async [Symbol.asyncDispose]() {
      await rm(file, { force: true });
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function handOn(
  asked: IncomingMessage,
  answer: ServerResponse,
  engineAt: () => NodeAddress,
): Promise<void> {
  const { socketPath, headers } = engineAt();
  const message = httpRequest({
    socketPath,
    method: asked.method,
    path: asked.url,
    headers: { ...asked.headers, ...headers },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    message.once('response', resolve).once('error', reject);
  });
  // Cancels the request when its client disconnects.
  answer.once('close', () => message.destroy());
  const [response] = await Promise.all([answered, pipeline(asked, message)]);
  answer.writeHead(response.statusCode ?? 500, response.headers);
  await pipeline(response, answer);
}

/** The store of a folder that a server runs on; undefined when none does. */
export async function openRunningEngine(
  needs: { readonly limits: Limits; readonly log: Log },
  directory: string,
): Promise<LogStore | undefined> {
  const file = join(directory, FILE);
  const socketPath = await readFile(file, 'utf8').catch(() => undefined);
  if (socketPath === undefined || !(await isOfOneOwner(file, socketPath))) return undefined;
  const address = { url: new URL('http://localhost'), socketPath, user: 'xplain', password: '' };
  const connection = createConnection(() => address, { socketsMax: CONNECTIONS_MAX });
  const store = createDuckdbStore(needs, connection, async () => {});
  if ((await store.health()).state !== 'down') return store;
  await store[Symbol.asyncDispose]();
  return undefined;
}

/** Sockets are in a folder where every user can create files: a socket put there by another user is not ours. */
async function isOfOneOwner(file: string, socketPath: string): Promise<boolean> {
  const socket = await stat(socketPath).catch(() => undefined);
  return socket?.uid === (await stat(file)).uid;
}
