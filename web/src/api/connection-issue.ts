/** The current problem between this window and the server: no connection, or a wait that the server requested. */
import { createStore, type Store } from './store.ts';

export type ConnectionIssue =
  | { readonly kind: 'offline' }
  | { readonly kind: 'wait'; readonly message: string; readonly until: number };

interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
}

export interface ConnectionBoard {
  readonly current: Store<ConnectionIssue | undefined>;
  noteFailure(failure: Failure): void;
  noteAnswer(): void;
}

/**
 * A server that requests a longer wait means a quota, not an overload: a notice with a countdown would be in the way.
 */
const NOTICE_SECONDS_MAX = 120;
const WAIT_STATUSES: ReadonlySet<number> = new Set([429, 503]);

export function createConnectionBoard(now: () => number): ConnectionBoard {
  const current = createStore<ConnectionIssue | undefined>(undefined);
  return {
    current,
    noteFailure: (failure) => {
      if (failure.code === 'OFFLINE') current.set({ kind: 'offline' });
      const seconds = failure.retryAfterSeconds;
      if (!WAIT_STATUSES.has(failure.status) || seconds === undefined) return;
      if (seconds > NOTICE_SECONDS_MAX) return;
      const until = now() + seconds * 1000;
      const issue = current.get();
      if (issue?.kind === 'wait' && issue.until >= until) return;
      current.set({ kind: 'wait', message: failure.message, until });
    },
    noteAnswer: () => {
      const issue = current.get();
      if (issue === undefined) return;
      if (issue.kind === 'offline' || issue.until <= now()) current.set(undefined);
    },
  };
}

/** The one of this window. */
export const connectionBoard = createConnectionBoard(() => Date.now());
