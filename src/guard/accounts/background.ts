import type { Log } from '../../base/log.ts';

/**
 * Work that goes on after the answer, so that the time of the answer does not tell whether there was any.
 * Whatever is under way at the end is waited for.
 */
export interface Background extends AsyncDisposable {
  /** Resolves at once, unless too much is under way already: then with the work. */
  run(work: () => Promise<void>): Promise<void>;
}

export function createBackground(log: Log, runningMax: number): Background {
  const running = new Set<Promise<void>>();
  return {
    async run(work) {
      const done: Promise<void> = work()
        .catch((error: unknown) => log.error({ err: error }, 'background task failed'))
        .finally(() => running.delete(done));
      running.add(done);
      if (running.size > runningMax) await done;
    },
    async [Symbol.asyncDispose]() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
