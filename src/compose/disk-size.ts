import { statfsSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../spec/units.ts';

/** Size of the disk that contains a folder, refreshed once a minute; Infinity if the file system doesn't report it. */
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
