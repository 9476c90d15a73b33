import { MINUTE_MS, SECOND_MS } from '../units.ts';

/** How requests are counted; the rates themselves stand in `rates.ts`. */
export const RATES_LIMITS = {
  /** Histograms, field lists and the like that belong to one search; further ones count as searches. */
  followUpsPerSearch: 10,
  /** The rolling window of every rate limit. */
  windowMs: 1 * MINUTE_MS,
  /** Burst over the per-minute limit that is allowed for a short time. */
  burstFactor: 2,
  /** How long such a burst may last. */
  burstMsMax: 10 * SECOND_MS,
} as const;
