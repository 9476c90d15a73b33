import type { Log } from '../../base/log.ts';
import { LIMITS } from '../../spec/limits.ts';
import type { Wait } from './wait.ts';

/** Named loops that run until the node stops. Disposing stops all of them and waits, up to a bound. */
export interface Loops extends AsyncDisposable {
  start(name: string, run: (stop: AbortSignal) => Promise<void>): void;
}

/** `lateMessage` is logged when some have not stopped in time. */
export function openLoops(
  { log, wait }: { readonly log: Log; readonly wait: Wait },
  lateMessage: string,
): Loops {
  const stopping = new AbortController();
  const loops = new Map<string, Promise<void>>();
  return {
    start(name, run) {
      if (stopping.signal.aborted) throw new Error('the schedule has stopped');
      if (loops.has(name)) throw new Error(`${name} is scheduled already`);
      const loop = run(stopping.signal).finally(() => loops.delete(name));
      loops.set(name, loop);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      const allEnded = new AbortController();
      const late = wait(LIMITS.schedule.stopMsMax, allEnded.signal);
      await Promise.race([Promise.all(loops.values()), late]);
      allEnded.abort();
      if (loops.size > 0) log.warn({ loops: [...loops.keys()] }, lateMessage);
    },
  };
}
