/**
 * Holds a query that writes a lookup table or events until the user confirms it: the page also runs the query in its
 * URL, and a user who follows a link has not agreed to a write.
 */
import { createStore, type Store } from '../../api/store.ts';

export interface WriteGate {
  /** The query that waits, if one does. */
  readonly waiting: Store<string | undefined>;
  /** Resolves with true if the user agrees. A question still pending counts as refused. */
  ask(query: string): Promise<boolean>;
  settle(isAgreed: boolean): void;
}

export function createWriteGate(): WriteGate {
  const waiting = createStore<string | undefined>(undefined);
  let answer: ((isAgreed: boolean) => void) | undefined;
  const settle = (isAgreed: boolean): void => {
    const served = answer;
    answer = undefined;
    waiting.set(undefined);
    served?.(isAgreed);
  };
  return {
    waiting,
    settle,
    ask: async (query) => {
      settle(false);
      return new Promise((resolve) => {
        answer = resolve;
        waiting.set(query);
      });
    },
  };
}

/** The one of this window. */
export const writeGate = createWriteGate();

export function mayWrite(query: string): boolean {
  return /\boutputlookup\b|\|\s*(?:collect|outputcsv|stash|sumindex|summaryindex)\b/i.test(query);
}
