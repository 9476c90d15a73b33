import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connection.ts';

const KILL_TRIES_MAX = 3;
const KILL_PAUSE_MS = 100;
const KILL_SILENCE_MS_MAX = 5_000;

/**
 * Stops a statement in the store. It may not have arrived there yet when the caller stops waiting, so the request is
 * repeated. Never rejects: statements that cannot be stopped end at their time limit.
 */
export async function killQuery(connection: Connection, queryId: string): Promise<void> {
  for (let i = 0; i < KILL_TRIES_MAX; i++) {
    try {
      const killed = await connection.read({
        purpose: 'health',
        text: 'KILL QUERY WHERE query_id = {id:String} ASYNC FORMAT TSV',
        parameters: new Map([['id', queryId]]),
        silenceMsMax: KILL_SILENCE_MS_MAX,
      });
      if (killed.length > 0) return;
    } catch {
      // The node is away, and its statements with it.
    }
    await sleep(KILL_PAUSE_MS);
  }
}

/**
 * Runs `work` until it ends or the signal aborts; then calls `stop` without waiting for it and rejects
 * with the signal's reason.
 */
export async function untilAborted<T>(
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
  stop: () => void,
): Promise<T> {
  if (signal === undefined) return work();
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => {
    stop();
    reject(reasonOf(signal));
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    aborted.catch(() => {});
  }
}

function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error
    ? reason
    : new DOMException('The query was stopped.', 'AbortError');
}
