import { MB, SECOND_MS } from '../units.ts';

/** The threads that find patterns. */
export const MINING_DEFAULTS = {
  /** Threads of one node that find patterns; never more than its processors less one. */
  threadsMax: 4,
  /** Jobs that wait for such a thread; further ones are refused. */
  waitingMax: 32,
  /** Longest time one job may take. */
  jobMsMax: 30 * SECOND_MS,
  /** Memory of one such thread for what it computes with. */
  heapBytesMax: 512 * MB,
} as const;
