/**
 * Where the engine of a folder answers, told in a file beside its lock: so a tool of whoever owns the folder can read rows
 * while a server runs. The file says no more than the folder itself would, and is of no use once the engine has ended.
 */
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import { createConnection, type NodeAddress } from '../clickhouse/connection.ts';
import type { LogStore } from '../store.ts';
import { createDuckdbStore } from './duckdb-store.ts';
import { KEY_HEADER } from './engine-commands.ts';

export interface EngineKey {
  readonly socketPath: string;
  readonly key: string;
}

const FILE = 'engine';
const PRIVATE_FILE = 0o600;

export async function tellEngine(directory: string, engine: EngineKey): Promise<void> {
  const file = join(directory, FILE);
  // A new file, whatever mode the one before had; nobody reads half of it.
  await rm(`${file}.new`, { force: true });
  await writeFile(`${file}.new`, JSON.stringify(engine), { mode: PRIVATE_FILE, flag: 'wx' });
  await rename(`${file}.new`, file);
}

export async function forgetEngine(directory: string): Promise<void> {
  await rm(join(directory, FILE), { force: true });
}

export function addressOf({ socketPath, key }: EngineKey): NodeAddress {
  const headers = { [KEY_HEADER]: key };
  return { url: new URL('http://localhost'), socketPath, user: 'xplain', password: '', headers };
}

/** The store of a folder that a server runs on; undefined when none does. */
export async function openRunningEngine(
  needs: { readonly limits: Limits; readonly log: Log },
  directory: string,
): Promise<LogStore | undefined> {
  const file = join(directory, FILE);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // Our own server wrote it.
  const engine = JSON.parse(text) as EngineKey;
  if (!(await isOfOneOwner(file, engine.socketPath))) return undefined;
  const address = addressOf(engine);
  const connection = createConnection(() => address, { socketsMax: CONNECTIONS });
  const store = createDuckdbStore(needs, connection, async () => {});
  if ((await store.health()).state !== 'down') return store;
  await store[Symbol.asyncDispose]();
  return undefined;
}

/** Sockets lie where every user may leave something: one that another user made in its place is not the engine. */
async function isOfOneOwner(file: string, socketPath: string): Promise<boolean> {
  const socket = await stat(socketPath).catch(() => undefined);
  return socket?.uid === (await stat(file)).uid;
}

/** Few: the others are for the server. */
const CONNECTIONS = 4;
