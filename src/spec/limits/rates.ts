import { MINUTE_MS } from '../units.ts';

/** How requests are counted; the rates themselves stand in `rates.ts`. */
export const RATES_LIMITS = {
  /** Histograms, field lists and the like that belong to one search; further ones count as searches. */
  followUpsPerSearch: 10,
  /** The rolling window of every rate limit. How its requests are spread is up to the caller: a burst needs no rule. */
  windowMs: 1 * MINUTE_MS,
} as const;
