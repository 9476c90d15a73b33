import { HOUR_MS, MINUTE_MS } from '../units.ts';

/** Accounts of people. */
export const ACCOUNTS_LIMITS = {
  /** Characters of a person's name. */
  nameCharactersMax: 100,
  /** How long the link that confirms an address is valid; it works once. */
  verificationMsMax: 24 * HOUR_MS,
  /** Minimum interval between two links of the same type to one address. */
  linkEveryMs: 1 * MINUTE_MS,
  /** Background tasks that continue after their response; further ones delay it. */
  backgroundMax: 1_000,
  /** Characters of an OAuth client ID. */
  clientIdCharactersMax: 300,
  /** Characters of an OAuth client secret. */
  clientSecretCharactersMax: 1_000,
} as const;
