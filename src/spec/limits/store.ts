import { MINUTE_MS, SECOND_MS } from '../units.ts';

/** The store of logs. */
export const STORE_LIMITS = {
  /** How long a starting node waits for a ClickHouse server to answer. */
  openMsMax: 1 * MINUTE_MS,
  /** Interval of health checks of the local engine. */
  watchEveryMs: 2 * SECOND_MS,
  /** Consecutive failed health checks after which the local engine is killed and restarted. */
  watchFailuresMax: 5,
  /** Delay before the first restart of the local engine; it doubles with each further one. */
  restartDelayMsMin: 100,
  /** Longest delay between restarts of the local engine. */
  restartDelayMsMax: 10 * SECOND_MS,
  /** Lease of the right to change the tables. */
  migrationLockMs: 2 * MINUTE_MS,
  /** Age at which rows that were not merged are indexed. */
  indexAfterMs: 30 * SECOND_MS,
  /** Unindexed rows that are worth indexing before their day is over. */
  indexRowsMin: 20_000,
} as const;
