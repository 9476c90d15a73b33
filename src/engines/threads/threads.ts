/**
 * Work that would hold up every other request is done on worker threads. A pool has one
 * program (a file that calls `serveJobs`), starts its threads when they are needed and keeps what waits in
 * order. Bytes move to a thread and back without being copied.
 */
import type { Transferable } from 'node:worker_threads';
import type { Limits } from '../../spec/limits.ts';

/** A job on its way to a thread. */
export interface Handover<Job> {
  readonly job: Job;
  /** Memory inside `job` that is handed over; nobody here may look at it afterwards. */
  readonly moved?: readonly Transferable[];
}

/** Whatever is quick does not wait for what takes longer, except for the jobs that run already. */
export type Urgency = 'quick' | 'usual';

export interface ThreadPool<Job, Answer> extends AsyncDisposable {
  /**
   * `handOver` is called once a thread is free, so what waits costs no memory of its own. Refuses at once when
   * too much waits. Rejects with the `AppError` the program threw; when anything else broke, or the thread
   * died, with an error that tells where and none of the words. An aborted signal gives up at once. Jobs of
   * different owners take turns.
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
  /** What the threads are for, as it stands in messages. */
  readonly name: string;
  readonly program: URL;
  /** At most so many threads, and one less than the machine has processors. */
  readonly threadsMax: number;
  readonly waitingMax: number;
  /** Quick jobs wait apart from the others. As many as those unless said otherwise. */
  readonly quickWaitingMax?: number;
  /** After that time a job is given up together with its thread. */
  readonly jobMsMax: number;
  /** What a thread may keep in memory, buffers aside. */
  readonly heapBytesMax: number;
  /** How much of it is for what is garbage a moment later; the engine's own choice when left out. */
  readonly youngBytesMax?: number;
  readonly tooBusy: () => Error;
  readonly tooLong: () => Error;
  /** Jobs like those to come; the engine learns from them which code is worth compiling. */
  readonly practice?: () => Iterable<Handover<Job>>;
  readonly limits?: Limits['threads'];
}
