/** Loaded into a server under measurement: tells how long its event loop was held up, and what that took. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface LoopFigures {
  /** Longest time between two turns, waiting for a processor included. */
  readonly blockedMs: number;
  /** Processor time of the thread that answers requests. */
  readonly cpuMs: number;
}

const delay = monitorEventLoopDelay({ resolution: 1 });
let before = process.threadCpuUsage();
delay.enable();
process.on('message', (message) => {
  const used = process.threadCpuUsage(before);
  const figures: LoopFigures = {
    blockedMs: delay.max / 1e6,
    cpuMs: (used.user + used.system) / 1e3,
  };
  delay.reset();
  before = process.threadCpuUsage();
  if (message === 'figures') process.send?.(figures);
});
process.channel?.unref();
