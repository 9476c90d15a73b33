import { HOUR_MS, MB } from '../units.ts';

/** Passwords. */
export const PASSWORDS_LIMITS = {
  /** Minimum number of characters of a password. */
  charactersMin: 12,
  /** Maximum number of characters of a password. */
  charactersMax: 256,
  /** Previous passwords that can't be reused. */
  historyMax: 10,
  /** How long a reset link is valid; it works once. */
  resetMsMax: 1 * HOUR_MS,
  /** Largest response or file with breached passwords. */
  breachAnswerBytesMax: 4 * MB,
} as const;
