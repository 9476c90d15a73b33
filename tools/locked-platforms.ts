import type { Lock, LockedPackage } from './complete-lock.ts';

/** The machines that are promised: every package they need exists, and is checked when it is installed. */
export const PROMISED = ['linux-x64', 'linux-arm64'] as const;

/** Locked because a parent names it, but never released: the first publisher would be trusted. */
export const NEVER_RELEASED: readonly string[] = ['@chdb/lib-linux-arm64-gnu'];

export interface PlacedPackage extends LockedPackage {
  /** Its key in the lock file. */
  readonly path: string;
  /** What it is called at the registry. */
  readonly name: string;
  readonly version: string;
}

/** All packages of a lock file that come from a registry. */
export function packagesOf(lock: Lock): PlacedPackage[] {
  return Object.entries(lock.packages).flatMap(([path, locked]) => {
    const { name = nameAt(path), version, resolved } = locked;
    const isFromRegistry = path !== '' && (resolved?.startsWith('http') ?? true);
    return isFromRegistry && version !== undefined ? [{ ...locked, path, name, version }] : [];
  });
}

/** Whether npm would install the package on one of these machines. For Linux, only glibc counts. */
export function isForAny(locked: LockedPackage, machines: readonly string[]): boolean {
  return isNamed(locked.libc, 'glibc') && isForAnyLibrary(locked, machines);
}

/** The same with any C library. */
export function isForAnyLibrary({ os, cpu }: LockedPackage, machines: readonly string[]): boolean {
  return machines.some((machine) => {
    const [system = '', processor = ''] = machine.split('-');
    return isNamed(os, system) && isNamed(cpu, processor);
  });
}

/** Whether the package is for some machines and not for others. */
export function isForPlatform({ os, cpu }: LockedPackage): boolean {
  return os !== undefined || cpu !== undefined;
}

function isNamed(names: string | readonly string[] | undefined, name: string): boolean {
  return names === undefined || [names].flat().includes(name);
}

function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
