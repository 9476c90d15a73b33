import { DAY_MS, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** The language models that evaluations ask. */
export const MODEL_LIMITS = {
  /** Largest answer of a provider. */
  answerBytesMax: 4 * MB,
  /** How long the start waits for the check where the inference profiles lead. */
  profileCheckMsMax: 10 * SECOND_MS,
  /** How often that check is repeated. */
  profileCheckEveryMs: 1 * DAY_MS,
  /** How soon it is repeated while nobody told where they lead; until then evaluations are closed. */
  profileCheckAgainMs: 1 * MINUTE_MS,
} as const;
