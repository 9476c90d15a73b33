/** Organizations, their members and invitations. */
export const ORGANIZATIONS_DEFAULTS = {
  /** Invitations that wait at a time. */
  pendingInvitationsMax: 200,
} as const;
