/** Wakes tasks that wait for work. */
export interface WakeUp {
  /** Resolves at the next `wake`, after `msMax`, or when the signal aborts. */
  wait(signal: AbortSignal, msMax: number | undefined): Promise<void>;
  wake(): void;
}

/** Timers are limited to 31 bits; a longer wait is simply repeated. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export function createWakeUp(): WakeUp {
  const sleepers = new Set<() => void>();
  return {
    wait(signal, msMax) {
      if (signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const finish = (): void => {
          sleepers.delete(finish);
          clearTimeout(timer);
          signal.removeEventListener('abort', finish);
          resolve();
        };
        const timer =
          msMax === undefined
            ? undefined
            : setTimeout(finish, Math.min(Math.max(msMax, 0), TIMER_MS_MAX));
        sleepers.add(finish);
        signal.addEventListener('abort', finish);
      });
    },
    wake() {
      for (const finish of sleepers) finish();
    },
  };
}
