import { HOUR_MS, MINUTE_MS } from '../units.ts';

/** Organizations, their members and invitations. */
export const ORGANIZATIONS_LIMITS = {
  /** Members of one organization, whatever its plan. */
  membersMax: 50,
  /** Minimum number of Owners of an organization. */
  ownersMin: 1,
  /** Organizations a user may create. */
  createdPerUserMax: 5,
  /** Characters of a name. */
  nameCharactersMax: 100,
  /** How long an invitation is valid. */
  invitationMsMax: 48 * HOUR_MS,
  /** Shortest temporary role. */
  elevationMsMin: 30 * MINUTE_MS,
  /** Longest temporary role. */
  elevationMsMax: 24 * HOUR_MS,
  /** Networks in an IP allowlist. */
  allowedNetworksMax: 200,
} as const;
