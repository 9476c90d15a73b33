/**
 * The bounds of accounts: passwords, sessions, credentials, and the mails that strangers can cause. A part of
 * the table in `limits.ts`, which everybody reads.
 */
import { DAY_MS, HOUR_MS, MB, MINUTE_MS, SECOND_MS } from './units.ts';

export const ACCOUNT_LIMITS = {
  passwords: {
    /** Characters of a password at least. */
    charactersMin: 12,
    /** Characters of a password at most. */
    charactersMax: 256,
    /** Earlier passwords that cannot be used again. */
    historyMax: 10,
    /** How long a reset link is valid; it works once. */
    resetMsMax: 1 * HOUR_MS,
    /** Passwords that are hashed at the same time; each takes 19 MiB. */
    hashesAtOnceMax: 2,
    /** Passwords that wait to be hashed; further ones are refused. */
    hashesWaitingMax: 200,
    /** Longest wait for the service that knows breached passwords. */
    breachCheckMsMax: 2 * SECOND_MS,
    /** Largest answer or file that lists breached passwords. */
    breachAnswerBytesMax: 4 * MB,
  },
  sessions: {
    /** How long a session lasts. */
    durationMs: 7 * DAY_MS,
    /** Age at which a session is refreshed. */
    refreshAgeMs: 24 * HOUR_MS,
    /** How long a cookie is believed without a look at the session store. */
    cookieCacheMs: 5 * MINUTE_MS,
    /** How long a session lasts at most, however often it is refreshed. */
    absoluteMsMax: 30 * DAY_MS,
  },
  accounts: {
    /** Characters of a person's name. */
    nameCharactersMax: 100,
    /** How long the link that confirms an address is valid; it works once. */
    verificationMsMax: 24 * HOUR_MS,
    /** Shortest time between two links of a kind to one address. */
    linkEveryMs: 1 * MINUTE_MS,
    /** Longest wait for an identity provider to tell who signed in. */
    providerMsMax: 10 * SECOND_MS,
    /** Work that goes on after its answer was sent; further work is waited for. */
    backgroundMax: 1_000,
    /** Wrong passwords for one address, from wherever; further tries are refused, right ones too. */
    wrongPasswordsMax: 100,
    /** The rolling window in which they are counted. */
    wrongPasswordsMs: 1 * HOUR_MS,
  },
  credentials: {
    /** Random base62 characters of an API key or access token. */
    randomCharacters: 32,
    /** Checksum characters behind them. */
    checksumCharacters: 6,
    /** Characters of a key's or token's name. */
    nameCharactersMax: 100,
    /** Active access tokens of one member in one organization. */
    tokensPerMemberMax: 100,
  },
  accountMails: {
    /** Shortest time between two invitations of one address to one organization. */
    invitationEveryMs: 1 * MINUTE_MS,
    /** Links, notes and invitations to one address in a day, from whomever. */
    perRecipientMax: 20,
    /** Invitations that one organization sends in a day. */
    perOrganizationMax: 200,
    /** The rolling window in which both are counted. */
    windowMs: 1 * DAY_MS,
  },
} as const;
