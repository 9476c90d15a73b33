import { HOUR_MS, SECOND_MS } from '../units.ts';

/** Accounts of people. */
export const ACCOUNTS_DEFAULTS = {
  /** Longest wait for an identity provider to tell who signed in. */
  providerMsMax: 10 * SECOND_MS,
  /** Wrong passwords for one address, from wherever; further tries are refused, right ones too. */
  wrongPasswordsMax: 100,
  /** The rolling window in which they are counted. */
  wrongPasswordsMs: 1 * HOUR_MS,
} as const;
