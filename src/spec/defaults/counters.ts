import { SECOND_MS } from '../units.ts';

/** The counters behind rates and quotas. */
export const COUNTERS_DEFAULTS = {
  /** Keys for which one node keeps a window of their own in memory; beyond, keys share windows. */
  keysMax: 100_000,
  /** Longest wait for the shared counters before a node counts by itself. */
  answerMsMax: 250,
  /** Longest wait for a connection to the shared counters. */
  connectMsMax: 2 * SECOND_MS,
} as const;
