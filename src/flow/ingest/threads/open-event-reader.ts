import { AppError } from '../../../base/errors.ts';
import { createThreadPool } from '../../../engines/threads/create-thread-pool.ts';
import { ownedMemory } from '../../../engines/threads/owned-memory.ts';
import type { Handover } from '../../../engines/threads/threads.ts';
import { createLargeBodies, isSmall } from '../../../http/large-bodies.ts';
import type { Limits } from '../../../spec/limits.ts';
import type { Answer, Job } from './jobs.ts';

/** Reads bodies beside the thread that answers requests, those of different organizations in turns. */
export interface EventReader extends AsyncDisposable {
  /** Whether a body is worth the way; a small one takes less time than that. */
  isFor(bytes: number): boolean;
  /** The body is handed over: nobody may look at it afterwards. Rejects like `readEvents`. */
  read(job: Job): Promise<Answer>;
}

const PROGRAM = new URL('reading-thread.ts', import.meta.url);

/** Threads start with the first large body, so opening costs nothing. */
export function openEventReader({ limits }: { readonly limits: Limits['reading'] }): EventReader {
  const pool = createThreadPool<Job, Answer>({
    threadsMax: limits.readersMax,
    jobMsMax: limits.readMsMax,
    heapBytesMax: limits.readHeapBytesMax,
    youngBytesMax: limits.readYoungBytesMax,
    name: 'reading events',
    program: PROGRAM,
    // What waits does so in the lines below.
    waitingMax: Number.POSITIVE_INFINITY,
    tooBusy: tooLong,
    tooLong,
  });
  const turns: (() => void)[] = [];
  // One more than there are threads, so that none of them waits for the next body.
  const lines = createLargeBodies((pump) => void turns.push(pump), limits.readersMax + 1);
  return {
    isFor: (bytes) => !isSmall(bytes),
    read: (job) =>
      new Promise((resolve, reject) => {
        lines.whenTurn(job.organization, job.body.length, () => {
          pool
            .run(() => handOver(job))
            .then(resolve, reject)
            .finally(() => turns.shift()?.());
        });
      }),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

function handOver(job: Job): Handover<Job> {
  return { job, moved: ownedMemory(job.body) };
}

function tooLong(): AppError {
  const message = 'Reading the events took too long. Send the request again.';
  return new AppError('QUEUE_UNAVAILABLE', message, { retryAfterSeconds: 1 });
}
