import type { Log } from '../../base/log.ts';

/** Work after the response, so that response times don't reveal whether there was any. Shutdown waits for it. */
export interface Background extends AsyncDisposable {
  /** Resolves immediately, unless too much work is running: then with the work. */
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
