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
  /** Authenticator apps and passkeys of one account. */
  secondFactorsMax: 10,
  /** Characters of the name of an authenticator app or a passkey. */
  factorNameCharactersMax: 60,
  /** How long a sign-in waits for its second factor, and how long setting one up may take. */
  factorStepMsMax: 10 * MINUTE_MS,
  /** Wrong codes of one account, after which further ones are refused. */
  wrongCodesMax: 5,
  /** Time in which those wrong codes are counted. */
  wrongCodesMs: 15 * MINUTE_MS,
  /** Wrong codes of one account in 24 hours. */
  wrongCodesDailyMax: 20,
  /** Recovery codes of one account. */
  recoveryCodesMax: 10,
} as const;
