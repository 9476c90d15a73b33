import { SECOND_MS } from '../units.ts';

/** The counters behind rates and quotas. */
export const COUNTERS_LIMITS = {
  /** Windows that the keys beyond share. */
  sharedWindowsMax: 1_024,
  /** Characters of a key that is kept as it is; a longer one is hashed. */
  keyCharactersMax: 200,
  /** How often a node looks whether the shared counters are back. */
  retryEveryMs: 1 * SECOND_MS,
} as const;
