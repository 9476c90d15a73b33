import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longer turns would be felt by other requests. */
const SLICE_MS = 5;

/** Works on one after the other, and lets others have their turn meanwhile. */
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
