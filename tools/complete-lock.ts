export interface LockedPackage {
  /** Only where the folder is called otherwise than the package. */
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: string | readonly string[];
}

export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/**
 * Makes a lock file valid for every machine. npm omits optional packages of other platforms that it could not reach,
 * and then rejects its own file as incomplete; the parents name their releases, so they are added back. Registry URLs
 * are removed: a lock file names releases, not their location.
 */
export function completeLock<T extends Lock>(lock: T): T {
  const packages: Record<string, LockedPackage> = {};
  for (const [path, { resolved, ...locked }] of Object.entries(lock.packages)) {
    const isOnRegistry = resolved?.startsWith('http') ?? false;
    packages[path] = resolved === undefined || isOnRegistry ? locked : { ...locked, resolved };
  }
  for (const [path, parent] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (isReachable(packages, path, name)) continue;
      const { os, cpu, libc } = platformOf(name);
      // In the order in which npm writes them, so that its next run changes nothing.
      packages[`node_modules/${name}`] = {
        version: exactVersion(name, version),
        ...(cpu === undefined ? {} : { cpu }),
        ...(parent.dev === true ? { dev: true } : {}),
        ...(libc === undefined ? {} : { libc }),
        optional: true,
        ...(os === undefined ? {} : { os }),
      };
    }
  }
  const sorted = Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

/** Nothing but npm and this project writes the file. */
export function parseLock(text: string): Lock {
  return JSON.parse(text) as Lock;
}

/** Whether Node would find `name` from the package at `path`: next to it, or in a parent folder. */
function isReachable(packages: Lock['packages'], path: string, name: string): boolean {
  for (
    let place = path;
    ;
    place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))
  ) {
    const candidate = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`;
    if (packages[candidate] !== undefined) return true;
    if (place === '') return false;
  }
}

function exactVersion(name: string, version: string): string {
  if (/^\d+\.\d+\.\d+/.test(version)) return version;
  throw new Error(`${name}@${version} is not locked, and its parent names no exact release.`);
}

const SYSTEMS =
  /\b(darwin|linux|win32|windows|freebsd|netbsd|openbsd|android|openharmony|aix|sunos)\b/;
const PROCESSORS = /\b(x64|arm64|arm|ia32|ppc64|riscv64|s390x|loong64|mips64el|wasm32)\b/;

/** Derives the machines that a platform package supports from its name. */
export function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const system = SYSTEMS.exec(name)?.[1];
  const processor = PROCESSORS.exec(name)?.[1];
  // WebAssembly runs on every system that requests it.
  if (processor === 'wasm32') return { cpu: [processor] };
  if (system === undefined || processor === undefined) {
    throw new Error(`${name} is missing in the lock file and names no platform; install it anew.`);
  }
  const libc = /musl/.test(name) ? 'musl' : /gnu/.test(name) ? 'glibc' : undefined;
  return {
    os: [system === 'windows' ? 'win32' : system],
    cpu: [processor],
    ...(system === 'linux' && libc !== undefined ? { libc: [libc] } : {}),
  };
}
