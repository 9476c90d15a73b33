import { DAY_MS, SECOND_MS } from '../units.ts';

/** Deletions of logs. */
export const DELETIONS_LIMITS = {
  /** Delay before a deletion starts, so that events accepted earlier are stored and found. */
  delayMs: 5 * SECOND_MS,
  /** Concurrent deletions per node, one per organization. */
  perNodeMax: 2,
  /** Times that a deletion repeats its check because new events were stored. */
  roundsMax: 3,
  /** Attempts of a deletion that the log store could not run. */
  attemptsMax: 5,
  /** How long the record of a finished deletion is kept. */
  keepMsMax: 30 * DAY_MS,
} as const;
