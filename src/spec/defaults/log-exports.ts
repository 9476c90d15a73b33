import { SECOND_MS } from '../units.ts';

/** Exports of search results. */
export const LOG_EXPORTS_DEFAULTS = {
  /** Exports of one organization that run at once. */
  perOrganizationMax: 2,
  /** Exports of one node that run at once, of whatever organization. */
  perNodeMax: 16,
  /** How long an export waits for a reader that stands still before it ends. */
  stillMsMax: 30 * SECOND_MS,
} as const;
