import type { Log } from '../../../base/log.ts';
import type { Counters } from '../../../engines/counters/counters.ts';
import type { History } from '../../../engines/history/history.ts';
import type { Files } from '../render-all.ts';
import type { Board } from '../status-board.ts';

export interface StatusNeeds {
  readonly board: Board;
  readonly history: History;
  readonly counters: Counters;
  readonly log: Log;
  readonly now: () => number;
  /** Re-renders the page after its content has changed. */
  readonly refresh: () => void;
  readonly files: () => Files;
  readonly settings: {
    readonly url: string;
    readonly placeName: string;
    readonly adminToken: string | undefined;
    readonly trustedProxies: readonly string[];
    /** Requests per minute and address; 0 = off. */
    readonly ratePerMinute: number;
  };
}
