/** Loaded into a server under measurement: tells how long its event loop was held up, and by what. */
import { openSync, readSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

export interface LoopFigures {
  /** Longest time between two turns, waiting for a processor included. */
  readonly blockedMs: number;
  /**
   * Longest time between two looks a millisecond apart, without the time in which the thread could have gone
   * on and had no processor: its own work, and waiting for a disk.
   */
  readonly heldMs: number;
  /** Most processor time that the thread took between two such looks. */
  readonly turnCpuMs: number;
  /** Processor time of the thread that answers requests. */
  readonly cpuMs: number;
}

interface Look {
  readonly atMs: number;
  readonly cpu: NodeJS.CpuUsage;
  /** How long the thread has waited for a processor, ever. */
  readonly waitedMs: number;
}

/** Threads load this as well, and nobody asks them. */
if (isMainThread) watch();

/**
 * On a busy machine a thread without a processor looks like one that is held up by its own work. The kernel
 * knows the difference.
 */
function watch(): void {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const readWaited = openWaited();
  const look = (): Look => ({
    atMs: performance.now(),
    cpu: process.threadCpuUsage(),
    waitedMs: readWaited(),
  });
  let first = look();
  let last = first;
  let heldMs = 0;
  let turnCpuMs = 0;

  function compare(): void {
    const now = look();
    heldMs = Math.max(heldMs, now.atMs - last.atMs - (now.waitedMs - last.waitedMs));
    turnCpuMs = Math.max(turnCpuMs, cpuMsBetween(last, now));
    last = now;
  }

  delay.enable();
  setInterval(compare, 1).unref();
  process.on('message', (message) => {
    compare();
    const cpuMs = cpuMsBetween(first, last);
    const figures: LoopFigures = { blockedMs: delay.max / 1e6, heldMs, turnCpuMs, cpuMs };
    if (message === 'figures') process.send?.(figures);
    delay.reset();
    first = look();
    last = first;
    heldMs = 0;
    turnCpuMs = 0;
  });
  process.channel?.unref();
}

function cpuMsBetween({ cpu: before }: Look, { cpu: after }: Look): number {
  return (after.user + after.system - before.user - before.system) / 1e3;
}

/** Linux tells for each thread: nanoseconds that it ran, that it waited for a processor, and how often. */
function openWaited(): () => number {
  let file: number;
  try {
    file = openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return () => 0;
  }
  const buffer = Buffer.alloc(128);
  return () => {
    const bytes = readSync(file, buffer, 0, buffer.length, 0);
    return Number(buffer.toString('latin1', 0, bytes).split(' ')[1]) / 1e6;
  };
}
