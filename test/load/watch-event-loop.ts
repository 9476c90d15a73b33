/** Loaded into a server under measurement: tells how long its event loop was held up, and what that took. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

export interface LoopFigures {
  /** Longest time between two turns, waiting for a processor included. */
  readonly blockedMs: number;
  /** Most processor time that the thread took between two looks at it, a millisecond apart. */
  readonly turnCpuMs: number;
  /** Processor time of the thread that answers requests. */
  readonly cpuMs: number;
}

/** Threads load this as well, and nobody asks them. */
if (isMainThread) watch();

/**
 * On a busy machine a thread that has no processor looks like one that is held up by its own work. Its processor
 * time tells them apart: no turn can hold it up for longer by itself.
 */
function watch(): void {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let before = process.threadCpuUsage();
  let turnBefore = before;
  let turnCpuMs = 0;
  delay.enable();
  setInterval(() => {
    turnCpuMs = Math.max(turnCpuMs, millisecondsOf(process.threadCpuUsage(turnBefore)));
    turnBefore = process.threadCpuUsage();
  }, 1).unref();
  process.on('message', (message) => {
    const cpuMs = millisecondsOf(process.threadCpuUsage(before));
    const figures: LoopFigures = { blockedMs: delay.max / 1e6, turnCpuMs, cpuMs };
    if (message === 'figures') process.send?.(figures);
    delay.reset();
    before = process.threadCpuUsage();
    turnBefore = before;
    turnCpuMs = 0;
  });
  process.channel?.unref();
}

function millisecondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1e3;
}
