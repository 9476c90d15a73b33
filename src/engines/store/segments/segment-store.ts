/** The port of the log store over parts: written by a thread of ours, read by an engine that keeps nothing. */
import type { Clock } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import type { EngineHealth } from '../../../base/health.ts';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import { MB, MINUTE_MS } from '../../../spec/units.ts';
import { createThreadPool } from '../../threads/create-thread-pool.ts';
import type { ThreadPool } from '../../threads/threads.ts';
import { createClickhouseStore } from '../clickhouse/clickhouse-store.ts';
import type { Connection } from '../clickhouse/connection.ts';
import { createOwnRows, ownStatistics } from '../clickhouse/count-own-rows.ts';
import { insertError, queryError, unavailable } from '../clickhouse/engine-errors.ts';
import { onAnyNode } from '../clickhouse/nodes.ts';
import { RUNNING } from '../duckdb/engine-commands.ts';
import { codeOf } from '../duckdb/engine/faults.ts';
import { freeBytes, hasRoomFor } from '../duckdb/engine/free-space.ts';
import { createBlockJoiner } from '../packed-rows.ts';
import { bind, type Sql } from '../sql.ts';
import type { DiskUsage, LogStore, QueryAnswer } from '../store.ts';
import { damagedFault } from './check-part.ts';
import { copyParts } from './copy-parts.ts';
import { deleteRows } from './delete-rows.ts';
import { type DirectAnswers, openDirectAnswers } from './direct/answer-directly.ts';
import { createPartInserter } from './insert-parts.ts';
import type { PartAnswer, PartJob } from './part-jobs.ts';
import type { Parts } from './parts.ts';
import { createPartConnection, noticeDamage } from './reader/part-connection.ts';
import { createRewriting, type Rewriting } from './rewrite-parts.ts';
import { openTranslating } from './reader/translating.ts';
import { isOfSystem } from './synced-files.ts';

export interface SegmentStoreNeeds {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Log;
  readonly parts: Parts;
}

const PROGRAM = new URL('part-thread.ts', import.meta.url);
const THREAD = {
  program: PROGRAM,
  threadsMax: 1,
  waitingMax: 64,
  jobMsMax: 10 * MINUTE_MS,
  heapBytesMax: 1024 * 1024 * 1024,
  // A part of many organizations consists of very many small, short-lived objects.
  youngBytesMax: 64 * MB,
  tooBusy: () => unavailable(new Error('Too many parts wait to be written.')),
  tooLong: () => unavailable(new Error('Writing a part took too long.')),
};

/** `dispose` runs after everything else has stopped. */
export function createSegmentStore(
  needs: SegmentStoreNeeds,
  given: Connection,
  dispose: () => Promise<void>,
): LogStore {
  const { limits, clock, parts } = needs;
  const reader = noticeDamage(given, parts);
  const translating = openTranslating(limits);
  const nodes = onlyNode(createPartConnection(reader, parts, translating));
  const writing = createThreadPool<PartJob, PartAnswer>({ ...THREAD, name: 'writing parts' });
  const merging = createThreadPool<PartJob, PartAnswer>({ ...THREAD, name: 'merging parts' });
  const inserter = createPartInserter({ parts, clock, thread: ofWholeParts(writing, parts) });
  const rewriting = createRewriting({ parts, clock, thread: ofWholeParts(merging, parts) });
  const remove: Rewriting['remove'] = (part, rows) => rewriting.remove(part, rows);
  const joiner = createBlockJoiner();
  const closing = new AbortController();
  const merge = createMerging(needs, closing.signal, (signal) => rewriting.merge(signal));

  const direct = openDirectAnswers({ parts, limits });
  const ownRows = createOwnRows(countsOf(direct));
  const close = async (): Promise<void> => {
    closing.abort();
    const threads = [writing, merging, direct, translating];
    await Promise.all(threads.map((each) => each[Symbol.asyncDispose]()));
    await dispose();
  };
  const byEngine = createClickhouseStore(needs, nodes, close, ownRows);

  return {
    ...byEngine,

    async query(statement, options = {}) {
      options.signal?.throwIfAborted();
      const [answer, rows] = await Promise.all([
        direct.answer(statement, options),
        ownRows.count(bind(statement).reads),
      ]);
      if (answer === undefined) return byEngine.query(statement, options);
      return { ...answer, statistics: ownStatistics(answer.statistics, rows) };
    },

    async insert({ token, blocks, isRepeated }) {
      try {
        const joined = await joiner.join(blocks);
        await inserter.insert({ token, blocks: joined, isRepeated: isRepeated === true });
      } catch (error) {
        throw refusalOf(error);
      }
      merge();
    },

    command: (statement, options = {}) =>
      rewriting.alone(() =>
        deleteRows({ limits, parts, reader, translating, remove }, statement, options),
      ),

    async setRetention({ organization, index, days }) {
      const storedTo = inserter.frontier();
      try {
        parts.retentions.set({ organization, index, days, storedTo });
      } catch (error) {
        throw refusalOf(error);
      }
    },

    async maintain(signal) {
      await rewriting.expire(signal);
      await rewriting.merge(signal);
    },

    health: () => healthOf(needs, reader),
    diskUsage: () => diskUsageOf(parts),
    running: () => runningIn(reader, limits),
    frontier: async () => inserter.frontier(),
    copyFiles: (known) => rewriting.alone(() => copyParts(parts, known)),
  };
}

function onlyNode(connection: Connection) {
  const connections = [connection] as const;
  return { connections, localDatabase: '', database: '', isReplicated: false } as const;
}

/** The number of rows of an organization is always computed without the engine. */
function countsOf(direct: DirectAnswers): (statement: Sql) => Promise<QueryAnswer> {
  return async (statement) => {
    const answer = await direct.answer(statement, {});
    if (answer === undefined) throw new Error('The index does not tell how many rows there are.');
    return answer;
  };
}

/** A disk that is full or fails can be well again: the writer repeats the batch instead of giving it up. */
function refusalOf(error: unknown): Error {
  if (error instanceof AppError) return error;
  return isOfSystem(error)
    ? unavailable(error)
    : insertError({ code: codeOf(error), text: String(error) });
}

/** Parts that cannot be read are remembered, and end the job. */
function ofWholeParts(
  thread: Pick<ThreadPool<PartJob, PartAnswer>, 'run'>,
  parts: Parts,
): Pick<ThreadPool<PartJob, PartAnswer>, 'run'> {
  return {
    async run(...job) {
      const answer = await thread.run(...job);
      const { damaged } = answer;
      if (damaged === undefined) return answer;
      for (const name of damaged) parts.noteDamage(name);
      throw damagedFault(damaged);
    },
  };
}

/** Runs `merge` in the background, once at a time. */
function createMerging(
  { log }: SegmentStoreNeeds,
  closing: AbortSignal,
  merge: (signal: AbortSignal) => Promise<void>,
): () => void {
  let isRunning = false;
  return () => {
    if (isRunning) return;
    isRunning = true;
    merge(closing)
      .catch((error: unknown) => {
        // A thread that is stopped leaves everything as it was.
        if (!closing.aborted) log.error({ err: error }, 'parts could not be joined');
      })
      .finally(() => {
        isRunning = false;
      });
  };
}

async function healthOf(
  { parts, limits, log }: SegmentStoreNeeds,
  reader: Connection,
): Promise<EngineHealth> {
  let hasRoom: boolean;
  try {
    hasRoom = await hasRoomFor(parts.folder, 0);
    await reader.read({
      purpose: 'health',
      text: 'SELECT 1',
      silenceMsMax: limits.store.healthTimeoutMs,
    });
  } catch (error) {
    log.debug({ err: error }, 'log store failed the health check');
    return { state: 'down', note: 'The log store is not responding.' };
  }
  const unreadable = parts.unreadable();
  const notes = [
    ...(unreadable.length === 0
      ? []
      : [
          `Files of the log store cannot be read, and their rows are missing from results: ${unreadable.join(', ')}.`,
        ]),
    ...(hasRoom
      ? []
      : ['The disk of the log store is full. New events wait in the queue until there is space.']),
  ];
  return notes.length === 0 ? { state: 'up' } : { state: 'degraded', note: notes.join(' ') };
}

async function diskUsageOf(parts: Parts): Promise<DiskUsage> {
  const all = parts.all();
  return {
    rows: all.reduce((sum, { rows }) => sum + rows, 0),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    freeBytes: await freeBytes(parts.folder),
  };
}

async function runningIn(reader: Connection, { store }: Limits): Promise<string[]> {
  const answer = await onAnyNode(
    { connections: [reader] },
    () => 0,
    queryError,
    (node) => node.read({ purpose: 'health', text: RUNNING, silenceMsMax: store.healthTimeoutMs }),
  );
  // Our own process wrote it.
  return JSON.parse(answer.toString()) as string[];
}
