import { GB, MB } from '../units.ts';

/** Files kept for users. */
export const OBJECTS_DEFAULTS = {
  /** Largest file kept for a user. */
  bytesMax: 64 * GB,
  /** Free space below which the disk counts as nearly full. */
  freeBytesMin: 512 * MB,
} as const;
