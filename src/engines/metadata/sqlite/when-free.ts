import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../../../spec/limits.ts';
import { storeIsBusy } from '../unavailable.ts';
import { isBusy } from './sqlite-errors.ts';

/** Tries again while another process writes, without blocking this one. */
export async function whenFree<T>(work: () => T): Promise<T> {
  const deadline = performance.now() + LIMITS.metadata.waitMsMax;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > deadline) throw storeIsBusy(error);
    }
    await sleep(1 + Math.random() * 10);
  }
}
