import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../units.ts';

/** When events were late, refused or out of reach, as far as that is noted. */
export const GAPS_LIMITS = {
  /** How often a node looks whether events are missing. */
  lookEveryMs: 1 * SECOND_MS,
  /** Age of the oldest event of an organization that waits, beyond which its ingestion is behind. */
  lagMs: 15 * SECOND_MS,
  /** Without a refusal for as long, refusing is over. */
  calmMs: 15 * SECOND_MS,
  /** What comes back within this time of its end is the same gap. */
  joinMs: 1 * MINUTE_MS,
  /** How often a node shows that it lives. */
  signEveryMs: 5 * SECOND_MS,
  /** Silence after which others take a node for away. */
  silentMs: 20 * SECOND_MS,
  /** How long a silent node is waited for: after that, whatever it holds is late for good. */
  awayMsMax: 1 * HOUR_MS,
  /** How long gaps are kept after their end. */
  keptMs: 60 * DAY_MS,
  /** How often older ones are removed. */
  tidyEveryMs: 1 * HOUR_MS,
  /** Gaps of one stretch of time that are read at once. */
  listMax: 1_000,
} as const;
