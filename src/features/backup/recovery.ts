import type { Clock } from '../../base/clock.ts';
import { LIMITS } from '../../spec/limits.ts';
import { type Drill, lastDrill } from './drill.ts';
import type { Repository } from './repository/open-repository.ts';
import { pointOf } from './snapshot.ts';

/** How much would be lost, and how long a restore took. */
export interface Recovery {
  /** The point of the newest backup; undefined before the first. */
  readonly backupAt: number | undefined;
  readonly drill: Drill | undefined;
}

export type ReadRecovery = () => Promise<Recovery>;

/**
 * Reads it from the backup location, at most once per `LIMITS.targets.readEveryMs`, no matter how often callers ask.
 */
export function createRecoveryReader(
  clock: Clock,
  openPlace: () => Promise<Repository>,
): ReadRecovery {
  let read: { readonly at: number; readonly recovery: Promise<Recovery> } | undefined;
  return () => {
    const now = clock.now();
    if (read === undefined || Math.abs(now - read.at) >= LIMITS.targets.readEveryMs) {
      const recovery = openPlace().then(readRecovery);
      read = { at: now, recovery };
      recovery.catch(() => (read = undefined));
    }
    return read.recovery;
  };
}

/** The point of the newest backup; undefined before the first. */
export async function newestPoint(repository: Repository): Promise<number | undefined> {
  const newest = (await repository.listSnapshots()).at(-1);
  return newest === undefined ? undefined : pointOf(newest);
}

async function readRecovery(repository: Repository): Promise<Recovery> {
  return { backupAt: await newestPoint(repository), drill: await lastDrill(repository) };
}
