import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longer turns would be felt by other requests. */
const SLICE_MS = 5;

/** Processes the items in order, and yields to the event loop in between. */
export async function inSlices<T>(
  all: readonly T[],
  signal: AbortSignal,
  work: (one: T) => void,
): Promise<void> {
  let sliceStartedAt = performance.now();
  for (const one of all) {
    work(one);
    if (performance.now() - sliceStartedAt < SLICE_MS) continue;
    await nextTurn();
    signal.throwIfAborted();
    sliceStartedAt = performance.now();
  }
}
