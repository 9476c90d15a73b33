import { MB, SECOND_MS } from '../units.ts';

/** The queue between the door and the store. */
export const QUEUE_DEFAULTS = {
  /** Longest time an append waits for the disk or the broker before it is refused. */
  appendMsMax: 10 * SECOND_MS,
  /** Bytes of appends that wait for the disk at once; further ones are refused. */
  pendingBytesMax: 256 * MB,
  /** What a refused append tells the client to wait. */
  retryAfterSeconds: 5,
  /** Free space on the disk of the queue below which events are refused, so that what waits can be stored. */
  freeBytesMin: 512 * MB,
} as const;
