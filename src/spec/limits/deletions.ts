import { DAY_MS, SECOND_MS } from '../units.ts';

/** Deletions of logs. */
export const DELETIONS_LIMITS = {
  /** Wait before a deletion begins, so that events accepted before it are stored and found. */
  delayMs: 5 * SECOND_MS,
  /** Deletions a node runs at once, each of another organization. */
  perNodeMax: 2,
  /** Times a deletion looks again when events were stored meanwhile. */
  roundsMax: 3,
  /** Tries of a deletion that the store could not do. */
  attemptsMax: 5,
  /** How long the record of a deletion is kept after its end. */
  keepMsMax: 30 * DAY_MS,
} as const;
