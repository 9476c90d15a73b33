import { SECOND_MS } from '../units.ts';

/** Passwords. */
export const PASSWORDS_DEFAULTS = {
  /** Passwords that are hashed at the same time; each takes 19 MiB. */
  hashesAtOnceMax: 2,
  /** Passwords that wait to be hashed; further ones are refused. */
  hashesWaitingMax: 200,
  /** Longest wait for the service that knows breached passwords. */
  breachCheckMsMax: 2 * SECOND_MS,
} as const;
