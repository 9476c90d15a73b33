import { AppError } from './errors.ts';
import type { Log } from './log.ts';

/** Receives the result of every attempt; logs one line when an outage begins and one when it ends. */
export interface OutageNotes {
  failed(error: unknown, fields?: object): void;
  worked(fields?: object): void;
}

interface Messages {
  readonly begins: string;
  readonly ends: string;
}

/**
 * `begins` and `ends` are the messages. A different error during an outage is logged as well. Expected failures
 * (AppError) are logged without a stack.
 */
export function noteOutage(
  log: Pick<Log, 'warn' | 'info'>,
  { begins, ends }: Messages,
): OutageNotes {
  let failures = 0;
  let last = '';
  return {
    failed: (error, fields = {}) => {
      const reason = error instanceof Error ? error.message : 'unknown';
      if (failures === 0 || reason !== last) {
        const isExpected = error instanceof AppError;
        const facts = isExpected ? { code: error.code, reason } : { err: error };
        log.warn({ ...fields, ...facts }, begins);
      }
      last = reason;
      failures += 1;
    },
    worked: (fields = {}) => {
      if (failures > 0) log.info({ ...fields, failures }, ends);
      failures = 0;
    },
  };
}
