import { HOUR_MS, MB } from '../units.ts';

/** Passwords. */
export const PASSWORDS_LIMITS = {
  /** Characters of a password at least. */
  charactersMin: 12,
  /** Characters of a password at most. */
  charactersMax: 256,
  /** Earlier passwords that cannot be used again. */
  historyMax: 10,
  /** How long a reset link is valid; it works once. */
  resetMsMax: 1 * HOUR_MS,
  /** Largest answer or file that lists breached passwords. */
  breachAnswerBytesMax: 4 * MB,
} as const;
