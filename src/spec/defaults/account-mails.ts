import { MINUTE_MS } from '../units.ts';

/** The mails that strangers can cause. */
export const ACCOUNT_MAILS_DEFAULTS = {
  /** Shortest time between two invitations of one address to one organization. */
  invitationEveryMs: 1 * MINUTE_MS,
  /** Links, notes and invitations to one address in a day, from whomever. */
  perRecipientMax: 20,
  /** Invitations that one organization sends in a day. */
  perOrganizationMax: 200,
} as const;
