import { MINUTE_MS, SECOND_MS } from '../units.ts';

/** The store of logs. */
export const STORE_LIMITS = {
  /** How long a starting node waits for a ClickHouse server to answer. */
  openMsMax: 1 * MINUTE_MS,
  /** How often the local engine is asked whether it lives. */
  watchEveryMs: 2 * SECOND_MS,
  /** Unanswered questions in a row after which the local engine is killed and started again. */
  watchFailuresMax: 5,
  /** Delay before the first new start of the local engine; it doubles with each further one. */
  restartDelayMsMin: 100,
  /** Longest delay between two starts of the local engine. */
  restartDelayMsMax: 10 * SECOND_MS,
  /** How long another process may hold the right to change the tables. */
  migrationLockMs: 2 * MINUTE_MS,
  /** Age at which rows that no merge has touched get their indexes. */
  indexAfterMs: 30 * SECOND_MS,
  /** Rows without an index for which it is worth building one before their day is over. */
  indexRowsMin: 20_000,
} as const;
