import { DAY_MS, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** The language models that evaluations ask. */
export const MODEL_LIMITS = {
  /** Largest response of a provider. */
  answerBytesMax: 4 * MB,
  /** Timeout at startup of the check of inference profile regions. */
  profileCheckMsMax: 10 * SECOND_MS,
  /** How often that check is repeated. */
  profileCheckEveryMs: 1 * DAY_MS,
  /** Delay before a failed check is repeated; evaluations are disabled until it succeeds. */
  profileCheckAgainMs: 1 * MINUTE_MS,
} as const;
