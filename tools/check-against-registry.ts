import type { Lock, LockedPackage } from './complete-lock.ts';
import {
  isForAny,
  isForPlatform,
  NEVER_RELEASED,
  packagesOf,
  PROMISED,
  type PlacedPackage,
} from './locked-platforms.ts';

export interface RegistryNeeds {
  /** The checksum of a release, or nothing if the registry does not have that release. */
  readonly askIntegrity: (name: string, version: string) => Promise<string | undefined>;
}

export interface RegistryFindings<T extends Lock> {
  /** The lock file with the checksums that were missing. */
  readonly lock: T;
  /** One sentence for each package that a supported machine would not get as locked. */
  readonly problems: readonly string[];
}

/** Each query is a separate process. */
const QUESTIONS_AT_ONCE = 4;

/**
 * npm silently skips a native package whose release is missing in the registry, and the program fails on the first
 * machine that needs it. So this queries every native package of the supported machines, and every package that has no
 * checksum yet.
 */
export async function checkAgainstRegistry<T extends Lock>(
  needs: RegistryNeeds,
  lock: T,
): Promise<RegistryFindings<T>> {
  const packages: Record<string, LockedPackage> = { ...lock.packages };
  const problems: string[] = [];
  const waiting = packagesOf(lock).filter(isAskedFor);
  const lanes = Array.from({ length: QUESTIONS_AT_ONCE }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { path, name, version, integrity } = next;
      const released = await needs.askIntegrity(name, version);
      if (released !== undefined && integrity === undefined) {
        packages[path] = withIntegrity(lock.packages[path], released);
      }
      problems.push(...problemsOf(next, released));
    }
  });
  await Promise.all(lanes);
  return { lock: { ...lock, packages }, problems: problems.toSorted() };
}

function isAskedFor(locked: PlacedPackage): boolean {
  if (NEVER_RELEASED.includes(locked.name)) return false;
  if (isForPlatform(locked) && isForAny(locked, PROMISED)) return true;
  return locked.integrity === undefined;
}

function problemsOf(locked: PlacedPackage, released: string | undefined): string[] {
  const release = `${locked.name}@${locked.version}`;
  if (released === undefined) {
    return isForAny(locked, PROMISED) ? [`The registry has no ${release}.`] : [];
  }
  const isOther = locked.integrity !== undefined && locked.integrity !== released;
  return isOther ? [`${release} has another checksum at the registry than it is locked with.`] : [];
}

/** Places the checksum after the version, where npm would write it. */
function withIntegrity(locked: LockedPackage | undefined, integrity: string): LockedPackage {
  const { name, version, ...others } = locked ?? {};
  return {
    ...(name === undefined ? {} : { name }),
    ...(version === undefined ? {} : { version }),
    integrity,
    ...others,
  };
}
