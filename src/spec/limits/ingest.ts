import { MB, SECOND_MS } from '../units.ts';

/** The way of events from the endpoint through the queue to the store. */
export const INGEST_LIMITS = {
  /** How often a paused writer checks whether the log store is available again. */
  storeProbeMs: 500,
  /** Share of the queue that moves to the dead-letter queue at a time during a long outage. */
  spillRatio: 0.1,
  /** How far the guaranteed shares of organizations may fill the queue beyond its depth. */
  queueOverfillRatioMax: 2,
  /** How long a node counts as shared after events of several organizations were queued at the same time. */
  sharedMs: 5 * SECOND_MS,
  /** Queued events of one organization before it is slowed down in favor of others. */
  backpressureEventsMin: 1_000,
  /** Longest delay of a large request of an organization that is slowed down. */
  backpressureMsMax: 4 * SECOND_MS,
  /** Share of the queue that one organization may fill before it is slowed down even if no other sends events. */
  backpressureAloneRatio: 0.25,
  /** Longest delay of its large requests in this case. */
  backpressureAloneMsMax: 500,
  /** Retries of a failing batch before it goes to the dead-letter queue. */
  retriesMax: 5,
  /** Delay before the first retry; it doubles with each further one. */
  retryDelayMsMin: 1 * SECOND_MS,
  /** Delay before the last retry. */
  retryDelayMsMax: 16 * SECOND_MS,
  /** Minimum size of held events over the daily quota that every organization may have, however small its quota. */
  heldBytesMin: 64 * MB,
  /** Share of the space for held events that one organization may use. */
  heldShareRatioMax: 0.5,
  /** Requests with held events per node. Each one uses memory. */
  heldEntriesMax: 1_000_000,
  /** Time within which an accepted event is usually searchable. */
  queryableMs: 5 * SECOND_MS,
} as const;
