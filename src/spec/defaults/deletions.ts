/** Deletions of logs. */
export const DELETIONS_DEFAULTS = {
  /** Deletions of one organization that wait or run. */
  openPerOrganizationMax: 5,
} as const;
