import { Worker } from 'node:worker_threads';
import { AppError } from '../../../base/errors.ts';
import type { Row } from '../../../patterns/index.ts';
import type { Limits } from '../../../spec/limits.ts';
import { MB } from '../../../spec/units.ts';
import type { Outcome, Task } from './jobs.ts';
import { packRows } from './packed-rows.ts';

/** One thread; it does one job at a time. */
export interface Thread {
  /** Rejects when the thread dies, or is given up because the job takes too long. */
  run(rows: readonly Row[], task: Task, signal: AbortSignal | undefined): Promise<Outcome>;
  isAlive(): boolean;
  stop(): Promise<void>;
}

const PROGRAM = new URL('mining-thread.ts', import.meta.url);

export function startThread({ jobMsMax, heapBytesMax }: Limits['mining']): Thread {
  const worker = new Worker(PROGRAM, {
    name: 'mining',
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(heapBytesMax / MB) },
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
  worker.on('error', (error) => end(new Error('a mining thread failed', { cause: error })));
  worker.on('exit', () => end(new Error('a mining thread ended')));

  return {
    isAlive: () => isAlive,
    async stop() {
      isAlive = false;
      await worker.terminate();
    },
    async run(rows, task, signal) {
      const packed = await packRows(rows, signal);
      if (!isAlive) throw new Error('a mining thread ended');
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
      settle = (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
      const timer = setTimeout(() => {
        end(tooLong());
        void worker.terminate();
      }, jobMsMax);
      worker.ref();
      worker.postMessage({ ...task, rows: packed }, [
        packed.bytes.buffer,
        packed.ends.buffer,
        packed.isJson.buffer,
      ]);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        settle = undefined;
        worker.unref();
      }
    },
  };
}

function tooLong(): AppError {
  return new AppError('QUERY_TIMEOUT', 'Finding the patterns took too long. Look at fewer events.');
}
