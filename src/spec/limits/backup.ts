import { DAY_MS, HOUR_MS, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Backups of what this machine keeps. */
export const BACKUP_LIMITS = {
  /** Time between two backups. */
  everyMs: 15 * MINUTE_MS,
  /** Age of the newest backup from which on the node is degraded. */
  ageMsMax: 45 * MINUTE_MS,
  /** How long every backup is kept. */
  keepAllMs: 24 * HOUR_MS,
  /** How long one backup of each day is kept. */
  keepDailyMs: 7 * DAY_MS,
  /** How long one backup of each week is kept. */
  keepWeeklyMs: 28 * DAY_MS,
  /** Files are cut into chunks of this size. */
  chunkBytes: 4 * MB,
  /** Chunks that are read, encrypted and written at once. */
  chunksAtOnce: 4,
  /** Share of the chunks of earlier backups that each backup reads back, beside all that it wrote. */
  readBackRatio: 0.01,
  /** Time between two sweeps that remove chunks no backup needs. */
  sweepEveryMs: 6 * HOUR_MS,
  /** How often it is noted who may do what, and what was deleted, for a restore to apply. */
  ledgerEveryMs: 30 * SECOND_MS,
} as const;
