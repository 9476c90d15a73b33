import { cpus, freemem } from 'node:os';

/** The unused capacity of the machine. */
export interface Room {
  /** Share of all processors, 0 to 1. */
  readonly idleShare: number;
  readonly freeBytes: number;
}

export interface LaneOptions {
  /** Number of items that always run concurrently. */
  readonly lanes: number;
  /** Upper bound while the machine has room for one more. */
  readonly lanesMax: number;
  readonly signal: AbortSignal;
  readonly readRoom?: () => Room;
  readonly lookMs?: number;
}

/** Below it, those that run already use what there is. */
const IDLE_SHARE_MIN = 0.12;
const FREE_BYTES_MIN = 3_000_000_000;
const LOOK_MS = 1_000;

/**
 * Runs the items in order, several concurrently. Starts one more than usual while the running ones mostly wait. An item
 * calls `leave` when the next one can start before it returns.
 */
export async function runInLanes<Item>(
  items: readonly Item[],
  run: (item: Item, leave: () => void) => Promise<void>,
  options: LaneOptions,
): Promise<void> {
  const { lanes, lanesMax, signal, readRoom = roomReader(), lookMs = LOOK_MS } = options;
  const waiting = [...items];
  const all: Promise<void>[] = [];
  let running = 0;
  let wake = (): void => {};

  const begin = (item: Item): void => {
    running += 1;
    let isInside = true;
    const leave = (): void => {
      if (isInside) running -= 1;
      isInside = false;
      wake();
    };
    all.push(run(item, leave).finally(leave));
  };

  /** Waits until an item leaves or the interval ends; true if the interval ended. */
  const pause = (): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, lookMs, true);
      wake = () => {
        clearTimeout(timer);
        resolve(false);
      };
    });

  while (waiting.length > 0 && !signal.aborted) {
    while (running < lanes) {
      const [next] = waiting.splice(0, 1);
      if (next === undefined) break;
      begin(next);
    }
    const hasWaited = await pause();
    // Read even if the result is not used: it covers the time since the previous read.
    const room = readRoom();
    const [next] = waiting;
    if (!hasWaited || running >= lanesMax || !isEnough(room) || next === undefined) continue;
    begin(next);
    waiting.shift();
  }
  await Promise.all(all);
}

function isEnough({ idleShare, freeBytes }: Room): boolean {
  return idleShare >= IDLE_SHARE_MIN && freeBytes >= FREE_BYTES_MIN;
}

/** Reports the time since the previous call. */
function roomReader(): () => Room {
  let before = processorTimes();
  return () => {
    const now = processorTimes();
    const all = now.all - before.all;
    const idleShare = all === 0 ? 0 : (now.idle - before.idle) / all;
    before = now;
    return { idleShare, freeBytes: freemem() };
  };
}

function processorTimes(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((each) => each.times);
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  return {
    idle: sum(times.map(({ idle }) => idle)),
    all: sum(times.flatMap((each) => Object.values(each))),
  };
}
