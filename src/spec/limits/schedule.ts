import { SECOND_MS } from '../units.ts';

/** Periodic work. */
export const SCHEDULE_LIMITS = {
  /** How long a node holds the right to run periodic work without renewing it. */
  leaseMs: 15 * SECOND_MS,
  /** Part of a job's interval, and at most one second, by which its start is spread at random. */
  jitterRatioMax: 0.1,
  /** How long a stopping node waits for periodic work to end. */
  stopMsMax: 15 * SECOND_MS,
  /** How long a row that is due stays with a node that took it and shows no sign of life. */
  rowLeaseMs: 30 * SECOND_MS,
  /** How often due rows are looked for; those that a node was told of do not wait for it. */
  rowsEveryMs: 1 * SECOND_MS,
  /** Characters of a schedule in the form of cron. */
  cronCharactersMax: 200,
} as const;
