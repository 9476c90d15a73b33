import { SECOND_MS } from '../units.ts';

/** Live tails. */
export const TAIL_DEFAULTS = {
  /** Live tails of one organization at once. */
  perOrganizationMax: 10,
  /** How often a live tail looks for new events. */
  pollMs: 500,
  /** Longest look for new events. */
  pollTimeoutMs: 5 * SECOND_MS,
} as const;
