import { MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** The queue between the endpoint and the store. */
export const QUEUE_LIMITS = {
  /** Entries per claim; many single events become few inserts. */
  claimEntriesMax: 10_000,
  /** Events of one organization per round of a claim, before the next organization. */
  turnEvents: 100,
  /** How long appends are rejected after a disk failure before one is retried. */
  probeMs: 1 * SECOND_MS,
  /** Bytes per synced write. */
  commitBytesMax: 64 * MB,
  /** Records per synced write. */
  commitRecordsMax: 50_000,
  /** Entries that one step of a spill, replay or deletion moves. */
  stepEntriesMax: 1_000,
  /** Size from which a mostly empty file is compacted when the queue is opened. */
  fileBytesCompacted: 256 * MB,
  /** Size from which a mostly empty file is compacted while no events arrive. */
  idleFileBytesMax: 2 * MB,
  /** Time without new events before that. */
  idleMs: 5 * SECOND_MS,
  /** Characters of the reason stored with a dead letter. */
  reasonCharactersMax: 500,
  /** How often dead letters are counted for the metrics. */
  deadLettersEveryMs: 1 * MINUTE_MS,
  /** Highest count of dead letters in the metrics. */
  deadLettersCountedMax: 1_000,
  /** Lease of another node’s claim without a heartbeat. */
  claimLeaseMs: 15 * SECOND_MS,
  /** How long the record of processed entries is kept for other nodes to read. */
  recordMsMin: 30 * SECOND_MS,
  /** Age at which parts of an incomplete entry are deleted. */
  chunkMsMax: 10 * MINUTE_MS,
} as const;
