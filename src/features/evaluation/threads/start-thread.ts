import { Worker } from 'node:worker_threads';
import { AppError } from '../../../base/errors.ts';
import type { Limits } from '../../../spec/limits.ts';
import { MB } from '../../../spec/units.ts';
import type { Job, Outcome } from './jobs.ts';

/** One thread; it does one job at a time. */
export interface Thread {
  /** Rejects when the thread dies, is given up because the job takes too long, or nobody waits any more. */
  run(job: Job, signal: AbortSignal | undefined): Promise<Outcome>;
  isAlive(): boolean;
  stop(): Promise<void>;
}

const PROGRAM = new URL('evaluation-thread.ts', import.meta.url);

export function startThread(limits: Limits['evaluation']): Thread {
  const worker = new Worker(PROGRAM, {
    name: 'evaluation',
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(limits.threadHeapBytesMax / MB) },
  });
  // Nothing waits for a thread without a job, so it does not keep the process alive.
  worker.unref();
  let isAlive = true;
  let settle: ((outcome: Outcome | Error) => void) | undefined;
  const end = (reason: Error): void => {
    isAlive = false;
    settle?.(reason);
  };
  worker.on('message', (outcome: Outcome) => settle?.(outcome));
  // What it says may hold parts of rows, so it stays behind.
  worker.on('error', () => end(new Error('an evaluation thread failed')));
  worker.on('exit', () => end(new Error('an evaluation thread ended')));

  return {
    isAlive: () => isAlive,
    async stop() {
      isAlive = false;
      await worker.terminate();
    },
    async run(job, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
      settle = (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
      const giveUp = (reason: Error): void => {
        end(reason);
        void worker.terminate();
      };
      const timer = setTimeout(() => giveUp(tooLong()), limits.threadMsMax);
      const onAbort = (): void => giveUp(new Error('nobody waits for the evaluation any more'));
      signal?.addEventListener('abort', onAbort, { once: true });
      worker.ref();
      worker.postMessage(job, movable(job));
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        settle = undefined;
        worker.unref();
      }
    },
  };
}

/** Memory that the job has for itself is handed over instead of copied. */
function movable(job: Job): ArrayBuffer[] {
  if (job.kind === 'judge' || job.kind === 'ground') return [];
  const { buffer, length } = job.bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === length ? [buffer] : [];
}

function tooLong(): AppError {
  return new AppError('AI_PROVIDER_NOT_EU', 'Reading the rows took too long. Send fewer rows.');
}
