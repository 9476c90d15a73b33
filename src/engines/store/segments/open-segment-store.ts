/** The log store of one machine: parts in a folder, and an engine that reads them only for this server. */
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import { engineMemory } from '../child/engine-memory.ts';
import { refuseForeignFolder, rowsFolder } from '../child/engine-of-folder.ts';
import { prepareFolder, PRIVATE_FOLDER } from '../child/prepare-folder.ts';
import { type Engine, LockedError } from '../child/start-child.ts';
import { type EmbeddedStore, superviseStore } from '../child/supervise-engine.ts';
import { createSearchPauses, withPauses } from '../duckdb/pause-searches.ts';
import { startDuckdb } from '../duckdb/start-duckdb.ts';
import { lockFolder } from './hold-folder.ts';
import { openParts } from './parts.ts';
import type { ReaderOrder } from './reader/reader-child.ts';
import { readOnDemand, type Rest } from './reader/reader-on-demand.ts';
import { createSegmentStore } from './segment-store.ts';
import { removeSnapshot } from './snapshot-folder.ts';

export interface SegmentNeeds {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Log;
}

const CHILD_PROGRAM = fileURLToPath(new URL('reader/reader-child.ts', import.meta.url));

export async function openSegmentStore(
  needs: SegmentNeeds,
  directory: string,
  rest?: Rest,
): Promise<EmbeddedStore> {
  const { limits, log } = needs;
  refuseForeignFolder(directory, 'segments');
  const folder = rowsFolder(directory, 'segments');
  const sockets = await prepareFolder(directory);
  await using opened = new AsyncDisposableStack();
  opened.defer(() => rm(sockets, { recursive: true, force: true }));
  opened.use(await lockWhenFree(join(directory, 'lock')));
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  await removeSnapshot(directory).catch(unlessRead);
  const parts = openParts(folder);
  const start = (signal?: AbortSignal): Promise<Engine> =>
    startReader(limits, folder, sockets, signal);
  const pauses = createSearchPauses();
  const onGone = (lastWords: string): void => pauses.noteEnd(lastWords);
  const { supervisor, connection } = readOnDemand(
    { limits: limits.store, log, start, onGone },
    await start(),
    limits.store.connectionsMax,
    rest,
  );
  opened.defer(() => supervisor.stop());
  const kept = opened.move();
  const store = createSegmentStore({ ...needs, parts }, connection, () => kept.disposeAsync());
  return await superviseStore(supervisor, withPauses(store, pauses), async () => {});
}

/** Ignores the lock of a reader next to the server, which continues. */
function unlessRead(error: unknown): void {
  if (!(error instanceof LockedError)) throw error;
}

/** A killed process keeps the folder locked until it has exited. */
async function lockWhenFree(path: string): Promise<Disposable> {
  for (let tries = 1; ; tries++) {
    try {
      return lockFolder(path);
    } catch (error) {
      if (!(error instanceof LockedError) || tries === LOCK_TRIES) throw error;
      await sleep(LOCK_WAIT_MS);
    }
  }
}

const LOCK_TRIES = 20;
const LOCK_WAIT_MS = 50;

/** Each start has its own key and its own socket. */
async function startReader(
  limits: Limits,
  folder: string,
  sockets: string,
  signal: AbortSignal | undefined,
): Promise<Engine> {
  const key = randomBytes(32).toString('hex');
  const socketPath = join(sockets, randomBytes(4).toString('hex'));
  const order: ReaderOrder = {
    parent: process.pid,
    lockFile: join(sockets, 'lock'),
    folder,
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
    ownThreads: READER_THREADS,
    signal,
  });
}

const READER_THREADS = 2;
