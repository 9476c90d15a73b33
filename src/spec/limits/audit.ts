import { HOUR_MS } from '../units.ts';

/** The audit log. */
export const AUDIT_LIMITS = {
  /** How long audit entries are kept, whatever the plan. */
  retentionDays: 365,
  /** The rolling window of refused access: the same refusal is recorded once in it. */
  refusalWindowMs: 1 * HOUR_MS,
  /** Entries about refused access that an organization gets within that window. */
  refusalsMax: 100,
} as const;
