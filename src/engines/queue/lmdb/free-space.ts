import { statfs } from 'node:fs/promises';
import type { Clock } from '../../../base/clock.ts';
import type { Limits } from '../../../spec/limits.ts';

/**
 * Whether the disk has room for more. Dead letters and entries waiting for an unavailable store grow with incoming
 * events, and the store is usually on the same disk: without a reserve it could not even accept the waiting entries.
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
    // If the disk cannot be queried, it is not considered full; a failing write reports the error itself.
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
