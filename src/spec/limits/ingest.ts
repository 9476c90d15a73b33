import { MB, SECOND_MS } from '../units.ts';

/** The way of events from the door through the queue to the store. */
export const INGEST_LIMITS = {
  /** How often a paused writer asks whether the store is back. */
  storeProbeMs: 500,
  /** Part of the queue that moves to the dead-letter queue at a time during a long outage. */
  spillRatio: 0.1,
  /** How far such shares may fill the queue beyond its depth. */
  queueOverfillRatioMax: 2,
  /** How long a node counts as shared after events of several organizations waited together. */
  sharedMs: 5 * SECOND_MS,
  /** Events of one organization that may wait before it is slowed down in favour of others. */
  backpressureEventsMin: 1_000,
  /** Longest wait of a large body of an organization that is slowed down. */
  backpressureMsMax: 4 * SECOND_MS,
  /** Part of the queue that one organization may fill before it is slowed down although it is alone. */
  backpressureAloneRatio: 0.25,
  /** Longest wait of its large bodies then. */
  backpressureAloneMsMax: 500,
  /** Retries of a failing batch before it goes to the dead-letter queue. */
  retriesMax: 5,
  /** Delay before the first retry; it doubles with each further one. */
  retryDelayMsMin: 1 * SECOND_MS,
  /** Delay before the last retry. */
  retryDelayMsMax: 16 * SECOND_MS,
  /** Size of the events over its daily quota that an organization may have held, however small the quota. */
  heldBytesMin: 64 * MB,
  /** Part of the room for events over daily quotas that one organization may take. */
  heldShareRatioMax: 0.5,
  /** Requests whose events a node holds over daily quotas: it has each of them in mind. */
  heldEntriesMax: 1_000_000,
  /** Time within which an accepted event is usually queryable. */
  queryableMs: 5 * SECOND_MS,
} as const;
