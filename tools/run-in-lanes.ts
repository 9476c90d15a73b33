import { cpus, freemem } from 'node:os';

/** How much of the machine nobody needs. */
export interface Room {
  /** Share of all processors, 0 to 1. */
  readonly idleShare: number;
  readonly freeBytes: number;
}

export interface LaneOptions {
  /** So many always run at once. */
  readonly lanes: number;
  /** So many do while there is room for one more. */
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
 * Runs the items in their order, several at once. One more than usual runs where those before it mostly wait.
 * An item calls `leave` when the next one may begin although it has not returned.
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

  /** Until somebody leaves, or for a while; whether it was the while. */
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
    // Read also when nothing comes of it: what it tells is about the time since it was read before.
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

/** Tells of the time since the call before. */
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
