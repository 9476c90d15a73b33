/** The audit log. */
export const AUDIT_LIMITS = {
  /** How long audit entries are kept, whatever the plan. */
  retentionDays: 365,
} as const;
