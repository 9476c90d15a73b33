import { HOUR_MS, MB, SECOND_MS } from '../units.ts';

/** Evaluations: what is taken in, asked of a model, and answered. */
export const EVALUATION_DEFAULTS = {
  /** Longest run, from the first question to the last answer. */
  runMsMax: 120 * SECOND_MS,
  /** Runs of one organization that a model answered without a valid verdict; then there is a pause. */
  failedRunsMax: 20,
  /** The rolling window in which they are counted. */
  failedRunsMs: 1 * HOUR_MS,
  /** Threads that read, compress and judge inputs; at most one less than the machine has processors. */
  inputThreadsMax: 4,
  /** Large inputs that wait for such a thread; further ones are refused. */
  inputsWaitingMax: 32,
  /** Small inputs that do. */
  smallInputsWaitingMax: 1_000,
  /** Longest work of such a thread on one input. */
  threadMsMax: 30 * SECOND_MS,
  /** Memory of such a thread. */
  threadHeapBytesMax: 768 * MB,
} as const;
