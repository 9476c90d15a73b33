import { MINUTE_MS } from '../units.ts';

/** All threads, whatever they do. */
export const THREADS_LIMITS = {
  /** How long an idle thread is kept. */
  idleMsMax: 5 * MINUTE_MS,
  /** Idle threads of one type that are always kept, once used. */
  keptMax: 1,
  /** How long a thread may finish a job whose caller has disconnected. */
  abandonedMsMax: 500,
} as const;
