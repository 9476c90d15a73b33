import { DAY_MS, HOUR_MS, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Backups of what this machine keeps. */
export const BACKUP_LIMITS = {
  /** Backup interval. */
  everyMs: 15 * MINUTE_MS,
  /** Age of the newest backup from which the node is degraded. */
  ageMsMax: 45 * MINUTE_MS,
  /** How long every backup is kept. */
  keepAllMs: 24 * HOUR_MS,
  /** How long one backup of each day is kept. */
  keepDailyMs: 7 * DAY_MS,
  /** How long one backup of each week is kept. */
  keepWeeklyMs: 28 * DAY_MS,
  /** Chunk size of files in a backup. */
  chunkBytes: 4 * MB,
  /** Chunks that are read, encrypted and written concurrently. */
  chunksAtOnce: 4,
  /** Share of the chunks of earlier backups that each backup verifies, in addition to all new ones. */
  readBackRatio: 0.01,
  /** Interval between cleanups of chunks that no backup uses. */
  sweepEveryMs: 6 * HOUR_MS,
  /** How often permissions and deletions are recorded, for a restore to apply. */
  ledgerEveryMs: 30 * SECOND_MS,
} as const;
