import { DAY_MS, HOUR_MS, MB, SECOND_MS } from '../units.ts';

/** The audit log. */
export const AUDIT_LIMITS = {
  /** How long audit entries are kept, whatever the plan. */
  retentionDays: 365,
  /** Rolling window in which an identical denied access is recorded only once. */
  refusalWindowMs: 1 * HOUR_MS,
  /** Audit entries about denied access per organization within that window. */
  refusalsMax: 100,
  /** The same for one person or key, so that no single caller uses up the number of its organization. */
  refusalsPerCallerMax: 20,
  /** Characters of the changed fields that an audit entry lists, as JSON; further fields are counted. */
  changesCharactersMax: 8_000,
  /** Characters of the names of changed fields that an audit entry lists beside them. */
  changedCharactersMax: 2_000,
  /** Characters of a value before or after a change; longer ones are shortened to the part that differs. */
  changeCharactersMax: 1_000,
  /** Characters shown before the difference of such a value. */
  changeContextCharactersMax: 100,
  /** Audit streams of an organization. */
  streamsMax: 5,
  /** Characters of the name of an audit stream. */
  streamNameCharactersMax: 100,
  /** Characters of its URL. */
  streamUrlCharactersMax: 2_000,
  /** Characters of its Splunk token. */
  streamTokenCharactersMax: 512,
  /** Entries of one request of a stream. */
  streamEntriesMax: 100,
  /** Bytes of entries in one request; a single entry may have more. */
  streamBytesMax: 1 * MB,
  /** Timeout of one request of a stream. */
  streamSendMsMax: 10 * SECOND_MS,
  /** Concurrent requests of audit streams per node. */
  streamsPerNode: 8,
  /** How long a stream fails before the Owners are notified. */
  streamTellAfterMs: 1 * HOUR_MS,
  /** How long a deleted stream tries to deliver its last entry. */
  streamEndMsMax: 1 * HOUR_MS,
  /** How long entries stay in the metadata store for streams; older ones are read from the index. */
  streamQuickMsMax: 7 * DAY_MS,
} as const;
