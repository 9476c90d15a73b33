import { Worker } from 'node:worker_threads';
import { safeStack } from '../../base/safe-stack.ts';
import { MB } from '../../spec/units.ts';
import { answerOf, type Outcome } from './outcome.ts';
import type { Handover, ThreadPoolSettings } from './threads.ts';

/** One thread; it does one job at a time. */
export interface Thread<Job, Answer> {
  /** Rejects when the thread dies, or is given up because the job takes too long. */
  run(handover: Handover<Job>): Promise<Answer>;
  isAlive(): boolean;
  stop(): Promise<void>;
}

export type ThreadSettings = Pick<
  ThreadPoolSettings<never>,
  'name' | 'program' | 'jobMsMax' | 'heapBytesMax' | 'youngBytesMax' | 'tooLong'
>;

export function startThread<Job, Answer>(settings: ThreadSettings): Thread<Job, Answer> {
  const { name, program, jobMsMax, heapBytesMax, youngBytesMax, tooLong } = settings;
  const worker = new Worker(program, {
    name,
    resourceLimits: {
      maxOldGenerationSizeMb: Math.ceil(heapBytesMax / MB),
      ...(youngBytesMax === undefined
        ? {}
        : { maxYoungGenerationSizeMb: Math.ceil(youngBytesMax / MB) }),
    },
  });
  // Nothing waits for a thread without a job, so it does not keep the process alive.
  worker.unref();
  let isAlive = true;
  let settle: ((outcome: Outcome<Answer> | Error) => void) | undefined;
  const end = (reason: Error): void => {
    isAlive = false;
    settle?.(reason);
  };
  // The message may contain parts of the job: only the stack frames are kept.
  const fail = (error: unknown): void =>
    end(new Error(`a thread for ${name} failed`, { cause: new Error(safeStack(error)) }));
  worker.on('message', (outcome: Outcome<Answer>) => settle?.(outcome));
  worker.on('messageerror', (error) => {
    fail(error);
    void worker.terminate();
  });
  worker.on('error', fail);
  worker.on('exit', () => end(new Error(`a thread for ${name} ended`)));

  return {
    isAlive: () => isAlive,
    async stop() {
      end(new Error(`a thread for ${name} was stopped`));
      await worker.terminate();
    },
    async run({ job, moved = [] }) {
      if (!isAlive) throw new Error(`a thread for ${name} ended`);
      const { promise, resolve, reject } = Promise.withResolvers<Outcome<Answer>>();
      settle = (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
      const timer = setTimeout(() => {
        end(tooLong());
        void worker.terminate();
      }, jobMsMax);
      worker.ref();
      try {
        worker.postMessage(job, moved);
        return answerOf(await promise, name);
      } finally {
        clearTimeout(timer);
        settle = undefined;
        worker.unref();
      }
    },
  };
}
