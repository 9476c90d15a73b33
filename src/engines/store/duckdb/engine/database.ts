/** One instance of DuckDB, closed off from the machine, and its connections. */
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { MB } from '../../../../spec/units.ts';
import { defineFunctions } from '../dialect/define-functions.ts';
import { quoteText } from './quote-text.ts';

export interface Database {
  /** Runs statements one after the other on a connection that nobody else uses in the meantime. */
  use<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  /** Number of connections in use. */
  inUse(): number;
  /** For work that keeps a thread of the engine to itself, for minutes perhaps. */
  keepThread<T>(work: () => Promise<T>): Promise<T>;
  /** Whether such work is running, so that others may wait for a thread in vain. */
  isThreadKept(): boolean;
  close(): void;
}

export interface DatabaseOptions {
  /** The only folder that statements may read and write. */
  readonly folder: string;
  readonly memoryBytesMax: number;
  /** What one statement may take. */
  readonly statementBytesMax?: number;
  readonly threads: number;
  /** Maximum number of concurrent statements. */
  readonly connections: number;
}

/** What a statement may put onto the disk when it needs more memory than there is. */
const SPILL_FOLDER = 'spill';
/** Where exports are written before they are sent. */
export const EXPORT_FOLDER = 'exports';

/** Under load, a file is checkpointed every 64 MB of its log: more often costs more, less often stalls for longer. */
const CHECKPOINT_MB = 64;
/** The process takes up to twice what the engine counts. */
const COUNTED_MEMORY_RATIO = 0.4;
/** What statements may put onto the disk, as a multiple of their memory. */
const SPILL_RATIO = 4;

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const counted = countedMegabytes(options);
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(options.threads),
    memory_limit: `${counted}MiB`,
    temp_directory: join(options.folder, SPILL_FOLDER),
    max_temp_directory_size: `${counted * SPILL_RATIO}MiB`,
    checkpoint_threshold: `${CHECKPOINT_MB}MiB`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  });
  const first = await instance.connect();
  await first.run("SET TimeZone = 'UTC'");
  await defineFunctions(first);
  await first.run(`SET allowed_directories = [${quoteText(options.folder)}]`);
  await first.run('SET enable_external_access = false');
  const others = Array.from({ length: options.connections - 1 }, () => instance.connect());
  const all = [first, ...(await Promise.all(others))];
  for (const connection of all) await tellProgress(connection);
  await first.run('SET lock_configuration = true');
  return createPool(instance, all);
}

/**
 * The engine only has a memory limit for all statements together, not for a single one. So the total is capped at the
 * limit of one statement: no statement can exceed it, however much memory the machine has.
 */
export function countedMegabytes({
  memoryBytesMax,
  statementBytesMax = Infinity,
}: Pick<DatabaseOptions, 'memoryBytesMax' | 'statementBytesMax'>): number {
  return Math.floor(Math.min(memoryBytesMax * COUNTED_MEMORY_RATIO, statementBytesMax) / MB);
}

/** Else the engine does not know how far a statement is. */
async function tellProgress(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    'SET enable_progress_bar = true; SET enable_progress_bar_print = false; SET progress_bar_time = 0',
  );
}

function createPool(instance: DuckDBInstance, idle: DuckDBConnection[]): Database {
  const waiting: ((connection: DuckDBConnection) => void)[] = [];
  const all = idle.length;
  let keepers = 0;
  const take = (): Promise<DuckDBConnection> =>
    new Promise((resolve) => {
      const connection = idle.pop();
      if (connection === undefined) waiting.push(resolve);
      else resolve(connection);
    });
  const giveBack = (connection: DuckDBConnection): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(connection);
    else next(connection);
  };
  return {
    async use(work) {
      const connection = await take();
      try {
        return await work(connection);
      } finally {
        giveBack(connection);
      }
    },
    inUse: () => all - idle.length,
    async keepThread(work) {
      keepers += 1;
      try {
        return await work();
      } finally {
        keepers -= 1;
      }
    },
    isThreadKept: () => keepers > 0,
    close() {
      for (const connection of idle) connection.closeSync();
      instance.closeSync();
    },
  };
}
