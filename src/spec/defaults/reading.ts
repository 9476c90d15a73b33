import { GB, SECOND_MS } from '../units.ts';

/** The threads that read large bodies. */
export const READING_DEFAULTS = {
  /** Threads of one node that read large bodies; never more than its processors less one. */
  readersMax: 2,
  /** Longest time such a thread may take for one body. */
  readMsMax: 60 * SECOND_MS,
  /** Memory of such a thread for the events of one body. */
  readHeapBytesMax: 1 * GB,
} as const;
