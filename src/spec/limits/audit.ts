import { HOUR_MS } from '../units.ts';

/** The audit log. */
export const AUDIT_LIMITS = {
  /** How long audit entries are kept, whatever the plan. */
  retentionDays: 365,
  /** Rolling window in which an identical denied access is recorded only once. */
  refusalWindowMs: 1 * HOUR_MS,
  /** Audit entries about denied access per organization within that window. */
  refusalsMax: 100,
} as const;
