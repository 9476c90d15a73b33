import { MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** The queue between the door and the store. */
export const QUEUE_LIMITS = {
  /** Entries joined into one claim; many single events join into few inserts. */
  claimEntriesMax: 10_000,
  /** Events an organization gives to a claim before it is the next one's turn. */
  turnEvents: 100,
  /** How long appends are refused after a failure of the disk before one is tried again. */
  probeMs: 1 * SECOND_MS,
  /** Bytes that share one synced write at most. */
  commitBytesMax: 64 * MB,
  /** Records that share one synced write at most. */
  commitRecordsMax: 50_000,
  /** Entries that one step of a spill, replay or removal moves. */
  stepEntriesMax: 1_000,
  /** Size from which a file that is mostly empty is rewritten when the queue is opened. */
  fileBytesCompacted: 256 * MB,
  /** Size from which a file that is mostly empty is rewritten while nothing comes. */
  idleFileBytesMax: 2 * MB,
  /** How long nothing may have come before that. */
  idleMs: 5 * SECOND_MS,
  /** Characters of the reason kept with a dead letter. */
  reasonCharactersMax: 500,
  /** How often dead letters are counted for the metrics. */
  deadLettersEveryMs: 1 * MINUTE_MS,
  /** Up to so many. */
  deadLettersCountedMax: 1_000,
  /** How long another node’s claim is left alone without a sign of life from it. */
  claimLeaseMs: 15 * SECOND_MS,
  /** How long nodes have to read what became of entries before the record of it is removed. */
  recordMsMin: 30 * SECOND_MS,
  /** Age at which parts of an entry that never became whole are removed. */
  chunkMsMax: 10 * MINUTE_MS,
} as const;
