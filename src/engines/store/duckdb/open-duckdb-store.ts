/** The log store on one machine without ClickHouse: DuckDB in a child process that serves only this server. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import { engineMemory } from '../child/engine-memory.ts';
import { refuseForeignFolder, rowsFolder } from '../child/engine-of-folder.ts';
import { prepareFolder } from '../child/prepare-folder.ts';
import type { Engine } from '../child/start-child.ts';
import { startWhenFree } from '../child/start-when-free.ts';
import { superviseEngine, superviseStore, type EmbeddedStore } from '../child/supervise-engine.ts';
import { createConnection } from '../clickhouse/connection.ts';
import { createDuckdbStore } from './duckdb-store.ts';
import type { DuckdbOrder } from './engine-child.ts';
import { createSearchPauses } from './pause-searches.ts';
import { openDoor } from './running-engine.ts';
import { startDuckdb } from './start-duckdb.ts';

export interface DuckdbNeeds {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Log;
}

export async function openDuckdbStore(
  needs: DuckdbNeeds,
  directory: string,
): Promise<EmbeddedStore> {
  const { limits, log } = needs;
  refuseForeignFolder(directory, 'duckdb');
  const sockets = await prepareFolder(directory);
  const start = (signal?: AbortSignal): Promise<Engine> =>
    startEngine(limits, directory, sockets, signal);
  const pauses = createSearchPauses();
  const onGone = (lastWords: string): void => pauses.noteEnd(lastWords);
  const supervisor = superviseEngine(
    { limits: limits.store, log, start, onGone },
    await startWhenFree(needs, () => start()),
    (address) => createConnection(address, { socketsMax: 1 }),
  );
  const connection = createConnection(() => supervisor.address(), {
    socketsMax: limits.store.connectionsMax,
  });
  const door = await openDoor({ directory, sockets }, () => supervisor.address());
  const dispose = async (): Promise<void> => {
    await door[Symbol.asyncDispose]();
    await supervisor.stop();
    await rm(sockets, { recursive: true, force: true });
  };
  const store = createDuckdbStore(needs, connection, dispose, pauses);
  return superviseStore(supervisor, store, async () => {});
}

const CHILD_PROGRAM = fileURLToPath(new URL('engine-child.ts', import.meta.url));
/** Each start has its own key and socket: what a dead engine left behind is useless. */
async function startEngine(
  limits: Limits,
  directory: string,
  sockets: string,
  signal: AbortSignal | undefined,
): Promise<Engine> {
  const key = randomBytes(32).toString('hex');
  const socketPath = join(sockets, randomBytes(4).toString('hex'));
  const order: DuckdbOrder = {
    parent: process.pid,
    lockFile: join(directory, 'lock'),
    folder: rowsFolder(directory, 'duckdb'),
    socketPath,
    memoryBytesMax: engineMemory(limits.store.memoryBytesMax),
    statementBytesMax: limits.query.memoryBytesMax,
    statementsMax: limits.store.connectionsMax,
  };
  return startDuckdb({
    program: CHILD_PROGRAM,
    order,
    key,
    limits: limits.store,
    // Inserts must find a free thread while statements are running.
    ownThreads: INSERT_THREADS,
    signal,
  });
}

const INSERT_THREADS = 8;
