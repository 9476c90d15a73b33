/**
 * Stores batches, each once. Rows and token of a batch are written in one transaction, so that neither exists without
 * the other. Batches that arrive during a transaction are prepared meanwhile and share the next one: the cost of a
 * transaction is its sync, regardless of its content.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Clock } from '../../../../base/clock.ts';
import { createTurns } from '../../../../base/turns.ts';
import { MB } from '../../../../spec/units.ts';
import { appendTo } from './append-to.ts';
import { widenBy } from './block-bounds.ts';
import type { Block } from './block-reader.ts';
import { eachChunk, holdBytes } from './block-chunks.ts';
import { createBlockCounts, type BlockCounts } from './count-blocks.ts';
import type { Database } from './database.ts';
import { type Bounds, type DayFile, noRows } from './day-file.ts';
import { inTransaction } from './in-transaction.ts';
import { addCounts } from './minute-counts.ts';
import {
  type Batch,
  createPreparing,
  type PreparedBatch,
  type Preparing,
  rowsOf,
} from './prepare-batches.ts';
import { type Others, runBeside } from './run-beside.ts';
import { GROUP_ROWS } from './words/group-rows.ts';
import type { DayFiles } from './day-files.ts';
import { createSettling } from './settle-log.ts';
import { createStamps, type Stamps } from './stamps.ts';
import { createTokens, type Tokens } from './tokens.ts';

export interface Inserter {
  /** Resolves when the rows can be found and would survive a crash. */
  insert(batch: Batch): Promise<void>;
  /** Rows stored from now on are stamped with this time or a later one; rows stamped earlier are visible. */
  frontier(): number;
  /** Nothing is stored meanwhile, and no log worked into its file; what comes waits. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

interface InserterNeeds {
  readonly database: Database;
  readonly files: DayFiles;
  readonly clock: Clock;
  /** Throws when there is no room left for what comes. */
  readonly requireRoom: () => Promise<void>;
}

interface Waiting {
  readonly prepared: PreparedBatch;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface StoringNeeds extends InserterNeeds {
  readonly tokens: Tokens;
  readonly stamps: Stamps;
  readonly preparing: Preparing;
}

/** More in one transaction would keep those that wait for it for too long. */
const SHARED_BYTES_MAX = 64 * MB;

export async function createInserter(needs: InserterNeeds): Promise<Inserter> {
  const tokens = await createTokens(needs.database, needs.files);
  const newest = Math.max(...needs.files.all().map(({ bounds }) => bounds.storedTo));
  const stamps = createStamps(needs.clock, newest);
  const preparing = createPreparing(needs);
  const storing = { ...needs, tokens, stamps, preparing };
  const waiting: Waiting[] = [];
  let isBusy = false;
  const alone = createTurns();
  const settling = createSettling({ ...needs, alone });
  const work = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    settling.notNow();
    while (waiting.length > 0) await alone(() => storeTogether(storing, takeShare(waiting)));
    isBusy = false;
    settling.soon();
  };
  return {
    async insert(batch) {
      using prepared = await preparing.prepare(batch);
      await new Promise<void>((resolve, reject) => {
        waiting.push({ prepared, resolve, reject });
        void work();
      });
    },
    frontier: () => stamps.frontier(),
    alone,
  };
}

/** Which other work uses the engine's threads during this insert. */
function othersOf(database: Database): Others {
  if (database.isThreadKept()) return 'lasting';
  return database.inUse() <= 1 ? 'none' : 'some';
}

function takeShare(waiting: Waiting[]): Waiting[] {
  const share: Waiting[] = [];
  let bytes = 0;
  while (waiting.length > 0 && (share.length === 0 || bytes < SHARED_BYTES_MAX)) {
    const next = waiting.shift();
    if (next === undefined) break;
    bytes += next.prepared.batch.bytes.length;
    share.push(next);
  }
  return share;
}

/** A batch that cannot be stored doesn't block the others: after a failure, each is tried alone. */
async function storeTogether(needs: StoringNeeds, share: readonly Waiting[]): Promise<void> {
  try {
    await storeBatches(
      needs,
      share.map(({ prepared }) => prepared),
    );
    for (const { resolve } of share) resolve();
  } catch (error) {
    const [only] = share;
    if (share.length === 1) only?.reject(error);
    else for (const each of share) await storeTogether(needs, [each]);
  }
}

async function storeBatches(needs: StoringNeeds, all: readonly PreparedBatch[]): Promise<void> {
  await needs.requireRoom();
  const fresh = await freshBatches(needs.tokens, all);
  if (fresh.length === 0) return;
  const file = await needs.files.today();
  using ofToday = new DisposableStack();
  const prepared: PreparedBatch[] = [];
  for (const each of fresh) {
    // A day may have begun since.
    const again = each.file === file ? undefined : await needs.preparing.prepare(each.batch, file);
    prepared.push(again === undefined ? each : ofToday.use(again));
  }
  await storePrepared(needs, file, prepared);
}

async function storePrepared(
  { database, files, clock, tokens, stamps, preparing }: StoringNeeds,
  file: DayFile,
  prepared: readonly PreparedBatch[],
): Promise<void> {
  const batches = prepared.map(({ batch }) => batch);
  using stamp = stamps.take();
  await database.use(async (connection) => {
    const bounds = { ...file.bounds };
    const { rows } = bounds;
    widenBy(bounds, { ...noRows(), storedFrom: stamp.storedAt, storedTo: stamp.storedAt });
    const counts = createBlockCounts();
    const target = { file, bounds, counts, storedAt: stamp.storedAt };
    const append = async (): Promise<void> => {
      using _thread = preparing.pause();
      for (const each of prepared) await appendBatch(files, connection, target, each);
      await appendTo(connection, file.catalog, 'minutes', (appender) => counts.append(appender));
      await tokens.write(connection, file, batches, clock.now());
    };
    await inTransaction(connection, append, () =>
      runBeside(connection, 'COMMIT', () => othersOf(database)),
    );
    // Rows may have been deleted meanwhile.
    Object.assign(file.bounds, { ...bounds, rows: file.bounds.rows + bounds.rows - rows });
  });
  tokens.note(file, batches);
}

/** Those whose token is not known yet; of several with one token, the first. */
async function freshBatches(
  tokens: Tokens,
  all: readonly PreparedBatch[],
): Promise<PreparedBatch[]> {
  const fresh = new Map<string, PreparedBatch>();
  for (const each of all) {
    const { batch } = each;
    if (!fresh.has(batch.token) && !(await tokens.isKnown(batch))) fresh.set(batch.token, each);
  }
  return [...fresh.values()];
}

/** Where rows go, what they widen, and when they are stored. */
interface Target {
  readonly file: DayFile;
  readonly bounds: Bounds;
  readonly counts: BlockCounts;
  readonly storedAt: number;
}

/** Rows that may have been stored before go through a temporary table, so that only missing ones are written. */
async function appendBatch(
  files: DayFiles,
  connection: DuckDBConnection,
  { file, bounds, counts, storedAt }: Target,
  { batch: { bytes, isRepeated }, blocks, firstRow, ...own }: PreparedBatch,
): Promise<void> {
  widenBy(bounds, own.bounds);
  counts.addAll(own.counts);
  bounds.written = Math.max(bounds.written, firstRow + rowsOf(blocks));
  if (!isRepeated) {
    await appendBlocks(connection, file.catalog, bytes, blocks, firstRow, storedAt);
    return;
  }
  await connection.run(`CREATE OR REPLACE TEMP TABLE logs AS FROM ${file.catalog}.logs LIMIT 0`);
  await appendBlocks(connection, '"temp"', bytes, blocks, firstRow, storedAt);
  const added = await appendMissing(files, connection, file);
  bounds.rows += added - rowsOf(blocks);
  await connection.run('DROP TABLE temp.logs');
}

/** Returns how many rows of the temporary table were not in any file yet. */
async function appendMissing(
  files: DayFiles,
  connection: DuckDBConnection,
  { catalog }: DayFile,
): Promise<number> {
  const all = [...files.all()];
  const stored = all.map((each) => `SELECT row_id FROM ${each.catalog}.logs`);
  const isStored = `row_id IN (SELECT row_id FROM (${stored.join(' UNION ALL ')})
    WHERE row_id BETWEEN (SELECT min(row_id) FROM temp.logs) AND (SELECT max(row_id) FROM temp.logs))`;
  const release = files.hold(all);
  try {
    await connection.run(`DELETE FROM temp.logs WHERE ${isStored}`);
    const answer = await connection.runAndReadAll(`INSERT INTO ${catalog}.logs FROM temp.logs`);
    await connection.run(addCounts(catalog, 'temp.logs'));
    return Number(answer.getRows()[0]?.[0] ?? 0);
  } finally {
    release();
  }
}

async function appendBlocks(
  connection: DuckDBConnection,
  catalog: string,
  bytes: Buffer,
  blocks: readonly Block[],
  firstRow: number,
  storedAt: number,
): Promise<void> {
  if (blocks.length === 0) return;
  await appendTo(connection, catalog, 'logs', async (appender) => {
    using held = holdBytes(bytes);
    let before = firstRow;
    for (const block of blocks) {
      const start = before;
      const groupOf = (row: number): number => Math.floor((start + row) / GROUP_ROWS);
      eachChunk(held, block, groupOf, storedAt, (chunk) => appender.appendDataChunk(chunk));
      before += block.rows;
      // Yields to the event loop between two blocks.
      await nextTurn();
    }
  });
}
