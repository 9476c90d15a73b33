import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../base/clock.ts';
import type { Limits } from '../../../spec/limits.ts';
import { isProcessAlive } from './is-process-alive.ts';
import { LockedError, type Engine } from './start-child.ts';

interface StartNeeds {
  readonly clock: Clock;
  readonly limits: Limits;
}

/**
 * After a crash of this program, the old engine may need a moment to end. One whose owner is alive belongs to another
 * instance, and waiting would not help.
 */
export async function startWhenFree(
  needs: StartNeeds,
  start: () => Promise<Engine>,
): Promise<Engine> {
  const deadline = needs.clock.now() + needs.limits.store.stopTimeoutMs;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      const isInUse = error.owner !== undefined && isProcessAlive(error.owner);
      if (isInUse || needs.clock.now() > deadline) throw error;
      await sleep(needs.limits.store.restartDelayMsMin);
    }
  }
}
