import type { Actor } from '../../base/actor.ts';
import { AppError } from '../../base/errors.ts';
import { bind, lengthOf, type Sql, STATEMENT_TOO_LARGE } from '../../engines/store/sql.ts';
import type { ColumnInfo, LogStore, QueryAnswer, QueryOptions } from '../../engines/store/store.ts';

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
  readonly store: Pick<LogStore, 'query' | 'stream' | 'health'>;
  readonly work: Work;
  readonly signal: AbortSignal;
  /** When the search has to be done, by `performance.now()`: its statements share one time limit. */
  readonly endsAt: number;
  /** Something observes `work` while a statement runs. */
  readonly isWatched?: boolean;
  /** Nothing is to be run: where the store is away, its answers are empty. */
  readonly mayBeAway?: boolean;
  /** Position in the query text of the cause, if a statement is too large. */
  readonly placeOfSize?: () => number | undefined;
}

/** Between searches of people and exports. */
const AGENT_PRIORITY = 5;

/** The store as the actor uses it: statements of agents pause while others run, where the engine supports it. */
export function storeFor(
  { store }: Pick<Asking, 'store'>,
  { via }: Pick<Actor, 'via'>,
): Asking['store'] {
  if (via !== 'mcp') return store;
  const behind = (options: QueryOptions = {}): QueryOptions => ({
    ...options,
    settings: { ...options.settings, priority: AGENT_PRIORITY },
  });
  return {
    query: (statement, options) => store.query(statement, behind(options)),
    stream: (statement, options) => store.stream(statement, behind(options)),
    health: () => store.health(),
  };
}

export async function askStore(asking: Asking, statement: Sql): Promise<QueryAnswer> {
  if (asking.mayBeAway === true) {
    return (
      (await unlessAway(() => askStore({ ...asking, mayBeAway: false }, statement))) ?? NO_ANSWER
    );
  }
  if (asking.isWatched === true) return readInPieces(asking, statement);
  const { store, work } = asking;
  refuseTooLarge(statement, asking);
  const answer = await inTime(asking, (bounds) => store.query(statement, bounds));
  work.rows += answer.statistics.rowsRead;
  work.bytes += answer.statistics.bytesRead;
  return answer;
}

export const NO_ANSWER: QueryAnswer = {
  queryId: '',
  columns: [],
  rowCount: 0,
  statistics: { rowsRead: 0, bytesRead: 0, elapsedMs: 0 },
};

/** Undefined when the store does not answer, or not in time. */
export async function unlessAway<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    const isAway =
      error instanceof AppError &&
      (error.code === 'STORAGE_UNAVAILABLE' || error.code === 'QUERY_TIMEOUT');
    if (!isAway) throw error;
    return undefined;
  }
}

/**
 * Reads the same answer as a stream: `work` grows meanwhile, and other requests run between the pieces of a long
 * answer.
 */
export async function readInPieces(
  asking: Asking,
  statement: Sql,
  options: Pick<QueryOptions, 'resultRowsMax' | 'settings'> = {},
): Promise<QueryAnswer> {
  refuseTooLarge(statement, asking);
  return inTime(asking, (bounds) => collect(asking, statement, { ...options, ...bounds }));
}

async function collect(
  { store, work }: Asking,
  statement: Sql,
  bounds: Bounds,
): Promise<QueryAnswer> {
  const before = { ...work };
  let columns: readonly ColumnInfo[] = [];
  let values: unknown[][] = [];
  let rowCount = 0;
  let elapsedMs = 0;
  for await (const event of store.stream(statement, bounds)) {
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

interface Bounds {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** The store keeps the time itself, but not while it still reads a statement; so it is watched from here. */
const GRACE_MS = 1_000;

async function inTime<T>(
  { store, signal, endsAt, placeOfSize }: Asking,
  run: (bounds: Bounds) => Promise<T>,
): Promise<T> {
  const timeoutMs = Math.round(endsAt - performance.now());
  if (timeoutMs <= 0) throw tookTooLong();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs + GRACE_MS);
  try {
    return await run({ signal: AbortSignal.any([signal, late.signal]), timeoutMs });
  } catch (error) {
    if (placeOfSize !== undefined && isTooLargeFor(error)) throw tooLarge(placeOfSize, error);
    if (!late.signal.aborted || signal.aborted) throw error;
    // A store that does not even end a statement in time may not answer anybody: then no query is to blame.
    throw (await store.health()).state === 'down' ? unanswered() : tookTooLong();
  } finally {
    clearTimeout(timer);
  }
}

function tookTooLong(): AppError {
  const message = 'The query timed out. Shorten the time range or add filters.';
  return new AppError('QUERY_TIMEOUT', message);
}

/** Seconds after which a caller may find the store back. */
const RETRY_AFTER_SECONDS = 5;

function unanswered(): AppError {
  const message = 'The log store is unavailable. Retry in a moment.';
  return new AppError('STORAGE_UNAVAILABLE', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

const STATEMENT_CHARACTERS_MAX = 200_000;
/** The time the store takes to read a statement grows with the square of its subqueries. */
const SUBQUERIES_MAX = 64;
/** The store takes a thousand fields with a statement; settings are among them. */
const VALUES_MAX = 950;

export function isTooLarge(statement: Sql): boolean {
  // Some expressions double with every step: such a statement must not even be built.
  if (lengthOf(statement) > STATEMENT_CHARACTERS_MAX) return true;
  const { text, parameters } = bind(statement);
  const subqueries = text.split('SELECT ').length - 1;
  return parameters.size > VALUES_MAX || subqueries > SUBQUERIES_MAX;
}

export function refuseTooLarge(
  statement: Sql,
  { placeOfSize }: Pick<Asking, 'placeOfSize'> = {},
): void {
  if (isTooLarge(statement)) throw tooLarge(placeOfSize);
}

/** Whether the store itself rejected a statement as too large; it does not know the query text. */
function isTooLargeFor(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code === 'QUERY_SYNTAX_ERROR' &&
    error.message === STATEMENT_TOO_LARGE
  );
}

function tooLarge(placeOfSize: Asking['placeOfSize'], cause?: unknown): AppError {
  const message = STATEMENT_TOO_LARGE;
  const position = placeOfSize?.();
  const details = position === undefined ? [] : [{ path: 'query', message, position }];
  return new AppError('QUERY_SYNTAX_ERROR', message, { details }, cause);
}
