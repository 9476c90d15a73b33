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
  /** Resolves when no slot is taken, or after the given time. */
  untilIdle(waitMsMax: number): Promise<void>;
}

export function createFairSlots(slots: number): FairSlots {
  const waiting = createFairLine<(leave: () => void) => void>(Number.POSITIVE_INFINITY);
  const idle = new Set<() => void>();
  let taken = 0;

  function leaveOnce(): () => void {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next(leaveOnce());
      if (taken === 0) for (const resolve of idle) resolve();
    };
  }

  return {
    taken: () => taken,
    async untilIdle(waitMsMax) {
      if (taken === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      idle.add(resolve);
      const timer = setTimeout(resolve, waitMsMax);
      await promise;
      clearTimeout(timer);
      idle.delete(resolve);
    },
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
