import { HOUR_MS, MINUTE_MS } from '../units.ts';

/** Accounts of people. */
export const ACCOUNTS_LIMITS = {
  /** Characters of a person's name. */
  nameCharactersMax: 100,
  /** How long the link that confirms an address is valid; it works once. */
  verificationMsMax: 24 * HOUR_MS,
  /** Shortest time between two links of a kind to one address. */
  linkEveryMs: 1 * MINUTE_MS,
  /** Work that goes on after its answer was sent; further work is waited for. */
  backgroundMax: 1_000,
  /** Characters of the id of an OAuth client. */
  clientIdCharactersMax: 300,
  /** Characters of the secret that an organization enters for an OAuth client of its own. */
  clientSecretCharactersMax: 1_000,
} as const;
