import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../units.ts';

/** When events were late, refused or out of reach, as far as that is noted. */
export const GAPS_LIMITS = {
  /** How often a node checks for ingest gaps. */
  lookEveryMs: 1 * SECOND_MS,
  /** Age of the oldest queued event of an organization above which its ingest lags. */
  lagMs: 15 * SECOND_MS,
  /** Time without a rejected request after which the gap ends. */
  calmMs: 15 * SECOND_MS,
  /** Gaps that are at most this far apart are merged. */
  joinMs: 1 * MINUTE_MS,
  /** Heartbeat interval of a node. */
  signEveryMs: 5 * SECOND_MS,
  /** Time without a heartbeat after which a node counts as unavailable. */
  silentMs: 20 * SECOND_MS,
  /** How long Xplain waits for an unavailable node. Events that it stores later count as late. */
  awayMsMax: 1 * HOUR_MS,
  /** How long gaps are kept after their end. */
  keptMs: 60 * DAY_MS,
  /** How often expired gaps are deleted. */
  tidyEveryMs: 1 * HOUR_MS,
  /** Gaps read at a time. */
  listMax: 1_000,
} as const;
