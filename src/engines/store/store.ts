/**
 * The log store. Rows are written in blocks from `block-encoder.ts` and read with statements from `sql.ts`; both use
 * one table, `logs`, whose columns are in `schema/columns.ts`. The same text works on one machine and on a cluster.
 */
import type { Readable } from 'node:stream';
import type { EngineHealth } from '../../base/health.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Sql } from './sql.ts';

export interface InsertBatch {
  /** Permanent ID of the batch: anything with a token that was stored before is dropped without being read. */
  readonly token: string;
  /**
   * Either blocks of `BlockEncoder.encode`, sent unchanged, and packed rows, sent as blocks. Or only blocks of
   * `encodeStored`: those rows keep the times at which another store received them, so nobody may rely on `frontier`
   * meanwhile.
   */
  readonly blocks: readonly Uint8Array[];
  /** Rows in all blocks together. */
  readonly events: number;
  /** It may have been sent before, by any sender: then existing rows are searched first. */
  readonly isRepeated?: boolean;
}

/** Limits of one statement. Omitted ones default to the specification's values. */
export interface QueryOptions {
  readonly timeoutMs?: number;
  readonly memoryBytesMax?: number;
  readonly scanRowsMax?: number;
  /** A guard: more rows are an error, not a shorter answer. */
  readonly resultRowsMax?: number;
  /** Stops the statement in the store, too. */
  readonly signal?: AbortSignal;
  /** Names the statement in the store; one is made up when it is missing. */
  readonly queryId?: string;
  /** Settings of the store for this statement only. */
  readonly settings?: Readonly<Record<string, string | number>>;
}

export interface ColumnInfo {
  readonly name: string;
  /** The store's own name of the type, e.g. `Nullable(Float64)`. */
  readonly type: string;
}

/**
 * Values as in JSON: times are ISO 8601 in UTC, non-finite numbers are null, integers beyond 2^53 lose their last
 * digits unless the statement converts them to text.
 */
export interface AnswerColumn extends ColumnInfo {
  readonly values: readonly unknown[];
}

/**
 * For a statement annotated with the rows it reads (`reading` of `sql.ts`), the number of these rows and an estimate of
 * their bytes: the engine's own numbers would reveal something about rows of others. For any other statement, the
 * engine's numbers.
 */
export interface QueryStatistics {
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly elapsedMs: number;
}

export interface QueryAnswer {
  readonly queryId: string;
  readonly columns: readonly AnswerColumn[];
  readonly rowCount: number;
  readonly statistics: QueryStatistics;
}

/** What a running statement reports: the columns once, before the first row, and its progress in between. */
export type QueryEvent =
  | { readonly kind: 'columns'; readonly columns: readonly ColumnInfo[] }
  | { readonly kind: 'progress'; readonly progress: QueryProgress }
  | { readonly kind: 'row'; readonly row: readonly unknown[] };

export interface QueryProgress extends QueryStatistics {
  /** What the store expects to read in all; it can still grow. */
  readonly rowsToRead: number;
}

export type ExportFormat = 'csv' | 'jsonl' | 'parquet';

/** How a store may pack a file before it hands it over. */
export type ExportPacking = 'zstd';

export interface ExportOptions extends QueryOptions {
  /** A store that supports it compresses the file itself. Only for lines that nobody waits for. */
  readonly mayPack?: ExportPacking | undefined;
}

export interface ExportedFile {
  /** A failure during the export destroys the stream; it never ends early as if complete. */
  readonly content: Readable;
  /** The store has packed the file as it might, and counted its rows. */
  readonly packed?: { readonly rows: number };
}

export interface DiskUsage {
  readonly rows: number;
  readonly bytes: number;
  /** Room left on the fullest disk the store writes to. */
  readonly freeBytes: number;
}

export interface LogStore extends AsyncDisposable {
  /**
   * Resolves once every row is stored, can be found and would survive a crash. After any failure it may be repeated,
   * marked as repeated: the rows are stored once.
   */
  insert(batch: InsertBatch): Promise<void>;
  /** Returns the whole answer in one piece. Read-only, regardless of the statement. */
  query(statement: Sql, options?: QueryOptions): Promise<QueryAnswer>;
  /** The answer while the store works on it, with its progress. Leaving the loop stops the statement. */
  stream(statement: Sql, options?: QueryOptions): AsyncIterable<QueryEvent>;
  /** The answer as a file. Destroying its content stops the statement. */
  export(statement: Sql, format: ExportFormat, options?: ExportOptions): Promise<ExportedFile>;
  /**
   * Runs a statement that changes data, on every node, and waits until it takes effect: after a DELETE, no query finds
   * the rows.
   */
  command(statement: Sql, options?: CommandOptions): Promise<void>;
  /**
   * Changes the retention of the existing rows of an index, on every node: rows past it are removed by the next
   * `maintain`, the others stay. Safe to stop and to repeat; rows stored meanwhile may be left out.
   */
  setRetention(retention: IndexRetention, options?: CommandOptions): Promise<void>;
  /** Runs maintenance on settled data; to be called periodically, by one process. Safe to stop and to repeat. */
  maintain(signal: AbortSignal): Promise<void>;
  /** Answers within seconds and never rejects. Degraded: it works, but an operator should look. */
  health(): Promise<EngineHealth>;
  diskUsage(): Promise<DiskUsage>;
  /** The names of the statements under way, on all nodes. */
  running(): Promise<readonly string[]>;
  /**
   * Everything that was stored before this instant can be found, on all nodes: a row that appears later has a
   * `stored_at` of this instant or after it. Milliseconds since 1970 by the clock of the store, in whole
   * seconds as `stored_at` is; the start of the oldest insert under way, or now.
   */
  frontier(): Promise<number>;
  /**
   * Copies its files as of one instant, including all rows stored before; inserts wait meanwhile. Undefined if the
   * store is on other machines, or cannot be copied while it runs: ClickHouse would `FREEZE` its parts here.
   */
  readonly copyFiles?: (known: StampsOfFiles) => Promise<StoreCopy>;
}

/** By the name of a file: what it was like when it was copied before. */
export type StampsOfFiles = Readonly<Record<string, string>>;

export interface StoreCopy {
  /** Folder of the copies. The caller removes it. */
  readonly folder: string;
  /** Name of the folder of the store that the files come from and belong in. */
  readonly keptIn: string;
  readonly files: readonly CopiedFile[];
  /** How long nothing was stored. */
  readonly pauseMs: number;
  /** Version of the tables. */
  readonly version: number;
}

export interface CopiedFile {
  readonly name: string;
  /** Empty when the next copy cannot tell by it whether the file has changed. */
  readonly stamp: string;
  /** False when the file is as it was when it had the stamp that was given. */
  readonly isCopied: boolean;
  /** Rows in the file, if it was copied and contains any. */
  readonly rows?: readonly RowCount[];
}

export interface RowCount {
  readonly organization: string;
  /** By the time of the rows, as `2026-11-15`. */
  readonly day: string;
  readonly rows: number;
}

export interface IndexRetention {
  readonly organization: OrganizationId;
  readonly index: string;
  /** Days after its own time at which an event is forgotten. */
  readonly days: number;
}

export interface CommandOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** A statement that takes values for single ones has come upon a list, and was stopped. */
export class ListFound extends Error {
  constructor() {
    super('A value is a list of values.');
    this.name = 'ListFound';
  }
}

/** The rows of an answer as objects. */
export function rowsOf(answer: QueryAnswer): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = [];
  for (let i = 0; i < answer.rowCount; i++) {
    rows.push(Object.fromEntries(answer.columns.map(({ name, values }) => [name, values[i]])));
  }
  return rows;
}
