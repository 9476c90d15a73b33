/**
 * Slots shared by several owners. When all are taken, owners take turns instead of waiting for everything that another
 * has queued.
 */
import { createFairLine } from './fair-line.ts';

export interface FairSlots {
  /** Resolves with what gives the slot back; with undefined when none came free in time. */
  take(owner: string, waitMsMax: number): Promise<(() => void) | undefined>;
  /** How many slots are taken now. */
  taken(): number;
}

export function createFairSlots(slots: number): FairSlots {
  const waiting = createFairLine<(leave: () => void) => void>(Number.POSITIVE_INFINITY);
  let taken = 0;

  function leaveOnce(): () => void {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next(leaveOnce());
    };
  }

  return {
    taken: () => taken,
    async take(owner, waitMsMax) {
      if (taken < slots) {
        taken += 1;
        return leaveOnce();
      }
      const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>();
      waiting.push(owner, resolve);
      const timer = setTimeout(() => {
        waiting.remove(owner, resolve);
        resolve(undefined);
      }, waitMsMax);
      return promise.finally(() => clearTimeout(timer));
    },
  };
}
