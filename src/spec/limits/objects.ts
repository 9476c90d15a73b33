import { DAY_MS, KB, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

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
  /** Parts of one file in a bucket. */
  partsMax: 10_000,
  /** Size of what is read of a file in a bucket at once. */
  rangeBytes: 8 * MB,
  /** Characters of the mark by which an upload to a bucket goes on. */
  markCharactersMax: 1_024,
  /** Files in a bucket that are removed at the same time. */
  removalsAtOnce: 8,
  /** Pages of a listing of a bucket that are asked for at most, for one answer. */
  listPagesMax: 100,
  /** Tries of one call to a bucket. */
  attemptsMax: 5,
  /** Shortest wait before the second try of a call to a bucket: up to twice as long by chance, and twice that for each further one. */
  retryDelayMsMin: 1 * SECOND_MS,
  /** Longest wait between two tries of a call to a bucket. */
  retryDelayMsMax: 16 * SECOND_MS,
  /** Longest wait that a bucket may ask a call for; who asks for more ends the call. */
  retryAfterMsMax: 5 * MINUTE_MS,
  /** Time that a call to a bucket has beside that of the bytes it sends and takes. */
  callMs: 1 * MINUTE_MS,
  /** Slowest a bucket may send or take bytes; slower is no answer in time. */
  bytesPerSecondMin: 64 * KB,
  /** Age at which a file that was never finished is cleared away. */
  unfinishedMsMax: 1 * DAY_MS,
} as const;
