import { SECOND_MS } from '../units.ts';

/** Periodic work. */
export const SCHEDULE_LIMITS = {
  /** Lease of periodic work without renewal. */
  leaseMs: 15 * SECOND_MS,
  /** Random delay of a job's start as a share of its interval, at most one second. */
  jitterRatioMax: 0.1,
  /** How long a stopping node waits for periodic work to finish. */
  stopMsMax: 15 * SECOND_MS,
  /** Lease of a due task: after this time without a heartbeat, another node takes it. */
  rowLeaseMs: 30 * SECOND_MS,
  /** How often due tasks are checked; new ones start immediately. */
  rowsEveryMs: 1 * SECOND_MS,
  /** Characters of a cron expression. */
  cronCharactersMax: 200,
} as const;
