import { DAY_MS } from '../units.ts';

/** The mails that strangers can cause. */
export const ACCOUNT_MAILS_LIMITS = {
  /** Rolling window in which these emails are counted. */
  windowMs: 1 * DAY_MS,
} as const;
