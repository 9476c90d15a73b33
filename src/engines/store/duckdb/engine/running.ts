/** Statements that run, so that they can be stopped by name and by the clock. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { CANCELLED, NumberedFault, TIMEOUT } from './faults.ts';

export interface Running {
  /** Runs `work` on the connection until it ends, times out or is stopped. */
  run<T>(
    statement: { readonly queryId: string; readonly timeoutMs: number },
    connection: DuckDBConnection,
    work: (isStopped: () => boolean) => Promise<T>,
  ): Promise<T>;
  /** Returns whether there was such a statement. */
  stop(queryId: string): boolean;
  all(): readonly string[];
}

/** The engine may be between two steps when it is interrupted, and then misses the interrupt. */
const INTERRUPT_EVERY_MS = 100;
/** A statement that has not stopped by then may never stop: it occupies a thread and memory. */
const STUCK_AFTER_MS = 2_000;
/**
 * If the machine is busy with other work, the statement must also have used this much processor time, or had much more
 * time.
 */
const STUCK_PROCESSOR_MS = STUCK_AFTER_MS / 2;
const STUCK_WITHOUT_PROCESSOR_MS = 10 * STUCK_AFTER_MS;

/** `onStuck` is called for a statement that does not stop. */
export function createRunning(
  onStuck: (queryId: string) => void = () => {},
  processorMs: () => number = usedProcessorMs,
): Running {
  const stops = new Map<string, () => void>();
  const interruptAgain = (connection: DuckDBConnection, tell: () => void): NodeJS.Timeout => {
    const before = processorMs();
    let waitedMs = 0;
    let isTold = false;
    return setInterval(() => {
      connection.interrupt();
      waitedMs += INTERRUPT_EVERY_MS;
      const hadTurn = processorMs() - before >= STUCK_PROCESSOR_MS;
      const atLeastMs = hadTurn ? STUCK_AFTER_MS : STUCK_WITHOUT_PROCESSOR_MS;
      if (isTold || waitedMs < atLeastMs) return;
      isTold = true;
      tell();
    }, INTERRUPT_EVERY_MS);
  };
  return {
    async run({ queryId, timeoutMs }, connection, work) {
      let fault: NumberedFault | undefined;
      let again: NodeJS.Timeout | undefined;
      const stop = (why: NumberedFault): void => {
        fault ??= why;
        connection.interrupt();
        again ??= interruptAgain(connection, () => onStuck(queryId));
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

function usedProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
