import { statfsSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../spec/units.ts';

/** Size of the disk with a folder, looked at once a minute; Infinity where the file system does not say. */
export function createDiskSize(clock: Clock, folder: string): () => number {
  let known = Infinity;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (Math.abs(clock.now() - lookedAt) < MINUTE_MS) return known;
    lookedAt = clock.now();
    try {
      const { blocks, bsize } = statfsSync(folder);
      known = blocks * bsize;
    } catch {
      known = Infinity;
    }
    return known;
  };
}
