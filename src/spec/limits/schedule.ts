import { SECOND_MS } from '../units.ts';

/** Periodic work. */
export const SCHEDULE_LIMITS = {
  /** How long a node holds the right to run periodic work without renewing it. */
  leaseMs: 15 * SECOND_MS,
  /** Part of a job's interval, and at most one second, by which its start is spread at random. */
  jitterRatioMax: 0.1,
  /** How long a stopping node waits for periodic work to end. */
  stopMsMax: 15 * SECOND_MS,
} as const;
