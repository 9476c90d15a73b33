import { setTimeout as sleep } from 'node:timers/promises';
import type {
  DuckDBConnection,
  DuckDBPendingResult,
  DuckDBPreparedStatement,
  DuckDBResult,
} from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';

/** Interval between checks of a commit, which takes from some milliseconds to a second. */
const LOOK_MS_MIN = 1;
const LOOK_MS_MAX = 2;
/** After waiting this long, the caller takes part: its own thread may be the only one. */
const WAIT_MS_MAX = 2_000;
/** The same while others keep the threads busy. Most commits are over by then. */
const WAIT_BESIDE_MS_MAX = 50;

/** Who else uses the engine's threads: nobody, short statements, or one that occupies a thread for long. */
export type Others = 'none' | 'some' | 'lasting';

const WAIT_MS: Readonly<Record<Others, number>> = {
  none: WAIT_MS_MAX,
  some: WAIT_BESIDE_MS_MAX,
  lasting: 0,
};

/**
 * Leaves a statement to the engine's threads and polls for completion. A caller that waits inside the engine takes part
 * in the work, and busy-waits if there is none left: that took a quarter of an insert's processor time, and a thread
 * from users' searches. With other work running, the wait for those threads is short, or skipped if they would not
 * become free.
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

/** Takes no part in a statement while `mayWait` returns true; it is called before every check. */
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

/** The driver's own check takes part in the work. */
function pendingOf(started: DuckDBPendingResult): duckdb.PendingResult {
  return started['pending_result'] as duckdb.PendingResult;
}

function isUnderWay(pending: duckdb.PendingResult): boolean {
  return !duckdb.pending_execution_is_finished(duckdb.pending_execute_check_state(pending));
}
