import { setTimeout as sleep } from 'node:timers/promises';
import type {
  DuckDBConnection,
  DuckDBPendingResult,
  DuckDBPreparedStatement,
  DuckDBResult,
} from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';

/** How long a commit is left alone before it is looked at; one takes from some milliseconds to a second. */
const LOOK_MS_MIN = 1;
const LOOK_MS_MAX = 2;
/** Whoever waited for so long takes part: there may be no thread but its own. */
const WAIT_MS_MAX = 2_000;
/** The same while others keep the threads busy. Most commits are over by then. */
const WAIT_BESIDE_MS_MAX = 50;

/** Who else has the engine's threads: nobody, statements that are soon over, or one that gives none back for long. */
export type Others = 'none' | 'some' | 'lasting';

const WAIT_MS: Readonly<Record<Others, number>> = {
  none: WAIT_MS_MAX,
  some: WAIT_BESIDE_MS_MAX,
  lasting: 0,
};

/**
 * Leaves a statement to the threads of the engine, and looks now and then whether they are done. Whoever waits for a
 * result inside of the engine takes part in the work, and where none is left for it, asks for more without a pause:
 * that took a quarter of all processor time of an insert, and a thread from people's searches. Beside others it is
 * not waited long for those threads, and not at all where they would not come.
 */
export async function runBeside(
  connection: DuckDBConnection,
  text: string,
  others: () => Others,
): Promise<void> {
  const prepared = await connection.prepare(text);
  try {
    const startedAt = performance.now();
    const mayWait = (): boolean => performance.now() - startedAt < WAIT_MS[others()];
    await leaveToEngine(prepared, mayWait, LOOK_MS_MAX);
  } finally {
    prepared.destroySync();
  }
}

/** Takes no part in a statement while `mayWait` says so, which is asked before every look at it. */
export async function leaveToEngine(
  prepared: DuckDBPreparedStatement,
  mayWait: () => boolean,
  lookMsMax: number,
): Promise<DuckDBResult> {
  const started = prepared.start();
  const pending = pendingOf(started);
  let lookMs = LOOK_MS_MIN;
  while (mayWait() && isUnderWay(pending)) {
    await sleep(lookMs);
    lookMs = Math.min(lookMs * 2, lookMsMax);
  }
  return started.getResult();
}

/** The driver itself asks only by taking part. */
function pendingOf(started: DuckDBPendingResult): duckdb.PendingResult {
  return started['pending_result'] as duckdb.PendingResult;
}

function isUnderWay(pending: duckdb.PendingResult): boolean {
  return !duckdb.pending_execution_is_finished(duckdb.pending_execute_check_state(pending));
}
