import { DAY_MS, MB } from '../units.ts';

/** Files kept for users. */
export const OBJECTS_LIMITS = {
  /** Characters of a file's name, its folders included. */
  nameCharactersMax: 512,
  /** Parts of a file's name between slashes. */
  namePartsMax: 8,
  /** Files one listing answers with. */
  listMax: 1_000,
  /** Size of the parts in which a larger file is sent to a bucket. */
  partBytes: 16 * MB,
  /** Age at which a file that was never finished is cleared away. */
  unfinishedMsMax: 1 * DAY_MS,
} as const;
