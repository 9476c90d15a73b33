import { statfs } from 'node:fs/promises';
import type { Clock } from '../../../base/clock.ts';
import type { Limits } from '../../../spec/limits.ts';

/**
 * Whether the disk has room for more. Dead letters and what waits for a store that is away grow with what is sent,
 * and the store usually lies on the same disk: without a reserve it could not even take what is waiting.
 */
export interface FreeSpace {
  /** By a look that is not older than `probeMs`, or the one before while the next is under way. */
  isShort(): boolean;
}

interface FreeSpaceNeeds {
  readonly clock: Clock;
  readonly limits: Pick<Limits['queue'], 'freeBytesMin' | 'probeMs'>;
}

export async function watchFreeSpace(
  { clock, limits }: FreeSpaceNeeds,
  directory: string,
): Promise<FreeSpace> {
  let isShort = false;
  let lookedAt = 0;

  async function look(): Promise<void> {
    lookedAt = clock.now();
    // A disk that cannot be asked is not known to be full; a write that fails says so itself.
    const space = await statfs(directory).catch(() => undefined);
    isShort = space !== undefined && space.bavail * space.bsize < limits.freeBytesMin;
  }

  await look();
  return {
    isShort() {
      if (Math.abs(clock.now() - lookedAt) >= limits.probeMs) void look();
      return isShort;
    },
  };
}
