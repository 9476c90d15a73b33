/** Statements that run, so that they can be stopped by name and by the clock. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { CANCELLED, NumberedFault, TIMEOUT } from './faults.ts';

export interface Running {
  /** Runs `work` on the connection until it ends, its time is over or somebody stops it. */
  run<T>(
    statement: { readonly queryId: string; readonly timeoutMs: number },
    connection: DuckDBConnection,
    work: (isStopped: () => boolean) => Promise<T>,
  ): Promise<T>;
  /** Whether there was such a statement. */
  stop(queryId: string): boolean;
  all(): readonly string[];
}

/** The engine may be between two of its own steps when it is interrupted, and hears it only then. */
const INTERRUPT_EVERY_MS = 100;
/** What has not heard it by then never may: it keeps a thread, and memory, from everybody. */
const STUCK_AFTER_MS = 2_000;

/** `onStuck` is told of a statement that does not stop. */
export function createRunning(onStuck: (queryId: string) => void = () => {}): Running {
  const stops = new Map<string, () => void>();
  return {
    async run({ queryId, timeoutMs }, connection, work) {
      let fault: NumberedFault | undefined;
      let again: NodeJS.Timeout | undefined;
      let stuck: NodeJS.Timeout | undefined;
      const stop = (why: NumberedFault): void => {
        fault ??= why;
        connection.interrupt();
        again ??= setInterval(() => connection.interrupt(), INTERRUPT_EVERY_MS);
        stuck ??= setTimeout(() => onStuck(queryId), STUCK_AFTER_MS);
      };
      const timer = setTimeout(
        () => stop(new NumberedFault(TIMEOUT, 'The statement took too long.')),
        timeoutMs,
      );
      stops.set(queryId, () => stop(new NumberedFault(CANCELLED, 'The statement was stopped.')));
      try {
        return await work(() => fault !== undefined);
      } catch (error) {
        throw fault ?? error;
      } finally {
        clearTimeout(timer);
        clearInterval(again);
        clearTimeout(stuck);
        stops.delete(queryId);
      }
    },
    stop(queryId) {
      const stop = stops.get(queryId);
      stop?.();
      return stop !== undefined;
    },
    all: () => [...stops.keys()],
  };
}
