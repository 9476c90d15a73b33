import { DAY_MS, HOUR_MS, MB, SECOND_MS } from '../units.ts';

/** The audit log. */
export const AUDIT_LIMITS = {
  /** How long audit entries are kept, whatever the plan. */
  retentionDays: 365,
  /** Rolling window in which an identical denied access is recorded only once. */
  refusalWindowMs: 1 * HOUR_MS,
  /** Audit entries about denied access per organization within that window. */
  refusalsMax: 100,
  /** Audit streams of an organization. */
  streamsMax: 5,
  /** Characters of the name of an audit stream. */
  streamNameCharactersMax: 100,
  /** Characters of its address. */
  streamUrlCharactersMax: 2_000,
  /** Characters of the token of a collector it sends to. */
  streamTokenCharactersMax: 512,
  /** Entries of one request of a stream. */
  streamEntriesMax: 100,
  /** Bytes of entries in one request; a single entry may have more. */
  streamBytesMax: 1 * MB,
  /** Longest time of one request of a stream. */
  streamSendMsMax: 10 * SECOND_MS,
  /** Requests of all streams that a node has under way. */
  streamsPerNode: 8,
  /** How long a stream fails before the Owners are notified. */
  streamTellAfterMs: 1 * HOUR_MS,
  /** How long a deleted stream tries to deliver its last entry. */
  streamEndMsMax: 1 * HOUR_MS,
  /** How long entries stay where streams read them quickly; older ones are read from the index. */
  streamQuickMsMax: 7 * DAY_MS,
} as const;
