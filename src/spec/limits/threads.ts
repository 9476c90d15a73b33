import { MINUTE_MS } from '../units.ts';

/** All threads, whatever they do. */
export const THREADS_LIMITS = {
  /** How long a thread stays without a job. */
  idleMsMax: 5 * MINUTE_MS,
  /** Threads of one kind that stay all the same, once there was work for them. */
  keptMax: 1,
  /** How long a thread may finish a job that nobody waits for any more. */
  abandonedMsMax: 500,
} as const;
