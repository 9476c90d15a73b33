import type { Log } from './log.ts';

/** Told of every try; says one line when an outage begins, and one when it ends. */
export interface OutageNotes {
  failed(error: unknown, fields?: object): void;
  worked(fields?: object): void;
}

/** `begins` and `ends` are the messages. The error's words are logged, not its stack: nothing of ours is broken. */
export function noteOutage(
  log: Pick<Log, 'warn' | 'info'>,
  { begins, ends }: { readonly begins: string; readonly ends: string },
): OutageNotes {
  let failures = 0;
  return {
    failed: (error, fields = {}) => {
      const reason = error instanceof Error ? error.message : 'unknown';
      if (failures === 0) log.warn({ ...fields, reason }, begins);
      failures += 1;
    },
    worked: (fields = {}) => {
      if (failures > 0) log.info({ ...fields, failures }, ends);
      failures = 0;
    },
  };
}
