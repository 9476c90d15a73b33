/**
 * Runs work that would block all other requests on worker threads. A pool has one program (a file that calls
 * `serveJobs`), starts its threads on demand and queues waiting jobs in order. Bytes are moved to a thread and back
 * without being copied.
 */
import type { Transferable } from 'node:worker_threads';
import type { Limits } from '../../spec/limits.ts';

/** A job on its way to a thread. */
export interface Handover<Job> {
  readonly job: Job;
  /** Memory in `job` that is transferred; the caller must not use it afterwards. */
  readonly moved?: readonly Transferable[];
}

/** Quick jobs don't wait for longer ones, except for those that are already running. */
export type Urgency = 'quick' | 'usual';

export interface ThreadPool<Job, Answer> extends AsyncDisposable {
  /**
   * `handOver` is called once a thread is free, so waiting jobs use no memory of their own. Refuses immediately if too
   * many are waiting. Rejects with the `AppError` the program threw; for any other failure, or if the thread died, with
   * an error that contains the location but no message text. An aborted signal cancels immediately. Jobs of different
   * owners take turns.
   */
  run(
    handOver: () => Handover<Job> | Promise<Handover<Job>>,
    signal?: AbortSignal,
    urgency?: Urgency,
    owner?: string,
  ): Promise<Answer>;
  /** Starts a thread and lets it practise, so that the first job waits for neither. */
  warmUp(): Promise<void>;
}

export interface ThreadPoolSettings<Job> {
  /** Purpose of the threads, as used in messages. */
  readonly name: string;
  readonly program: URL;
  /** Maximum number of threads; at most one less than the machine has processors. */
  readonly threadsMax: number;
  readonly waitingMax: number;
  /** Quick jobs wait in a separate queue. Defaults to the size of the other one. */
  readonly quickWaitingMax?: number;
  /** After that time a job is given up together with its thread. */
  readonly jobMsMax: number;
  /** What a thread may keep in memory, buffers aside. */
  readonly heapBytesMax: number;
  /** The part of it for short-lived objects; the default of the engine if omitted. */
  readonly youngBytesMax?: number;
  readonly tooBusy: () => Error;
  readonly tooLong: () => Error;
  /** Jobs like the expected ones; the engine learns from them which code is worth compiling. */
  readonly practice?: () => Iterable<Handover<Job>>;
  readonly limits?: Limits['threads'];
}
