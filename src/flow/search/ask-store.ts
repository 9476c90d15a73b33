import { AppError } from '../../base/errors.ts';
import type { Sql } from '../../engines/store/sql.ts';
import type { ColumnInfo, LogStore, QueryAnswer } from '../../engines/store/store.ts';

/** What the statements of one search have read so far. */
export interface Work {
  rows: number;
  bytes: number;
  /** What they are expected to read in all; it can still grow. */
  rowsExpected: number;
}

export function noWork(): Work {
  return { rows: 0, bytes: 0, rowsExpected: 0 };
}

export interface Asking {
  readonly store: Pick<LogStore, 'query' | 'stream'>;
  readonly work: Work;
  readonly signal: AbortSignal;
  /** When the search has to be done, by `performance.now()`: its statements share one time limit. */
  readonly endsAt: number;
  /** Somebody watches `work` while a statement runs. */
  readonly isWatched?: boolean;
}

export async function askStore(asking: Asking, statement: Sql): Promise<QueryAnswer> {
  if (asking.isWatched === true) return readInPieces(asking, statement);
  const { store, work, signal } = asking;
  const answer = await store.query(statement, { signal, timeoutMs: timeLeft(asking) });
  work.rows += answer.statistics.rowsRead;
  work.bytes += answer.statistics.bytesRead;
  return answer;
}

/**
 * The same answer, read as it comes: `work` grows meanwhile, and other requests get their turn between the
 * pieces of a long answer.
 */
export async function readInPieces(asking: Asking, statement: Sql): Promise<QueryAnswer> {
  const { store, work, signal } = asking;
  const timeoutMs = timeLeft(asking);
  const before = { ...work };
  let columns: readonly ColumnInfo[] = [];
  let values: unknown[][] = [];
  let rowCount = 0;
  let elapsedMs = 0;
  for await (const event of store.stream(statement, { signal, timeoutMs })) {
    switch (event.kind) {
      case 'columns':
        ({ columns } = event);
        values = columns.map(() => []);
        break;
      case 'row':
        rowCount += 1;
        for (const [i, list] of values.entries()) list.push(event.row[i]);
        break;
      case 'progress':
        work.rows = before.rows + event.progress.rowsRead;
        work.bytes = before.bytes + event.progress.bytesRead;
        work.rowsExpected = before.rowsExpected + event.progress.rowsToRead;
        ({ elapsedMs } = event.progress);
    }
  }
  return {
    queryId: '',
    columns: columns.map((column, i) => ({ ...column, values: values[i] ?? [] })),
    rowCount,
    statistics: {
      rowsRead: work.rows - before.rows,
      bytesRead: work.bytes - before.bytes,
      elapsedMs,
    },
  };
}

function timeLeft({ endsAt }: Asking): number {
  const leftMs = Math.round(endsAt - performance.now());
  if (leftMs > 0) return leftMs;
  const message = 'The query took too long. Shorten the time range or narrow the search.';
  throw new AppError('QUERY_TIMEOUT', message);
}
