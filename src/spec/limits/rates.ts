import { MINUTE_MS } from '../units.ts';

/** How requests are counted; the rates themselves stand in `rates.ts`. */
export const RATES_LIMITS = {
  /** Histograms, field lists and similar requests that are part of one search; further ones count as searches. */
  followUpsPerSearch: 10,
  /** Rolling window of all rate limits. Bursts within it are allowed. */
  windowMs: 1 * MINUTE_MS,
} as const;
