import { DAY_MS, KB, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Files kept for users. */
export const OBJECTS_LIMITS = {
  /** Characters of a file name, including folders. */
  nameCharactersMax: 512,
  /** Parts of a file name, separated by slashes. */
  namePartsMax: 8,
  /** Files per listing. */
  listMax: 1_000,
  /** Part size of multipart uploads to a bucket. */
  partBytes: 16 * MB,
  /** Parts of one file in a bucket. */
  partsMax: 10_000,
  /** Bytes of a file in a bucket that are read per request. */
  rangeBytes: 8 * MB,
  /** Characters of the ID of a multipart upload. */
  markCharactersMax: 1_024,
  /** Files in a bucket that are deleted concurrently. */
  removalsAtOnce: 8,
  /** Pages of a bucket listing that are read for one response. */
  listPagesMax: 100,
  /** Attempts of a bucket request. */
  attemptsMax: 5,
  /**
   * Shortest delay before the first retry of a bucket request; random up to twice as long, and doubled for each
   * further retry.
   */
  retryDelayMsMin: 1 * SECOND_MS,
  /** Longest delay between attempts of a bucket request. */
  retryDelayMsMax: 16 * SECOND_MS,
  /** Longest `Retry-After` of a bucket; a longer one fails the request. */
  retryAfterMsMax: 5 * MINUTE_MS,
  /** Timeout of a bucket request, in addition to the time for its bytes. */
  callMs: 1 * MINUTE_MS,
  /** Slowest transfer rate of a bucket; below it, the request times out. */
  bytesPerSecondMin: 64 * KB,
  /** Age at which an unfinished file is deleted. */
  unfinishedMsMax: 1 * DAY_MS,
} as const;
