import { SECOND_MS } from '../units.ts';

/** The counters behind rates and quotas. */
export const COUNTERS_LIMITS = {
  /** Windows shared by further keys. */
  sharedWindowsMax: 1_024,
  /** Characters of a key that is stored unchanged; a longer one is hashed. */
  keyCharactersMax: 200,
  /** How often a node checks whether the shared counters are available again. */
  retryEveryMs: 1 * SECOND_MS,
} as const;
