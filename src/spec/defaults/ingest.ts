import { DAY_MS, GB, HOUR_MS, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** The way of events from the door through the queue to the store. */
export const INGEST_DEFAULTS = {
  /** Smallest batch a writer waits for while events keep coming. */
  batchEventsMin: 100,
  /** Largest batch; under backlog several full batches join into one insert. */
  batchEventsMax: 1_000,
  /** Full batches joined into one insert under backlog. */
  batchesJoinedMax: 64,
  /** Longest time an event waits for its batch to fill. */
  flushMsMax: 5 * SECOND_MS,
  /** How long a free writer waits for more events before it stores what is there. */
  lingerMs: 250,
  /** Bytes of one insert into the store. */
  insertBytesMax: 32 * MB,
  /** Writers per node. */
  writersPerNode: 4,
  /** Events the queue of one node holds. */
  queueEventsMax: 100_000,
  /** Bytes the queue of one node holds. */
  queueBytesMax: 1 * GB,
  /** Part of the queue's depth at which an internal warning is raised. */
  queueWarnRatio: 0.8,
  /** Part of the queue that every organization can count on, even when others have filled it. */
  queueShareRatioMin: 0.1,
  /** Time the store may be away with a full queue before the oldest events move to the dead-letter queue. */
  storeOutageMsMax: 5 * MINUTE_MS,
  /** How long events over the daily quota are held. */
  quotaHoldMsMax: 1 * HOUR_MS,
  /** Part of the disk with the data folder that events over daily quotas may take. */
  heldDiskRatioMax: 0.1,
  /** Part of the daily quota at which the Owners are warned. */
  quotaWarnRatio: 0.8,
  /** How long the receipt of a request is kept. */
  receiptMsMax: 1 * DAY_MS,
} as const;
