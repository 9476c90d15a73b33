/**
 * Refuses a lock file that would let packages in unchecked: without a checksum, with a script or with native
 * code that nobody has thought about. Looks at the file alone; `npm run deps` asks the registry.
 *
 *   node tools/check-lock.ts
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Lock, parseLock } from './complete-lock.ts';
import { isForAnyLibrary, NEVER_RELEASED, packagesOf, PROMISED } from './locked-platforms.ts';
import { INSTALL_SCRIPTS, MAY_LACK_NATIVE_CODE, TRIES } from './prepare-packages.mjs';

/** One sentence for each thing that is wrong. */
export function lockProblems(lock: Lock): string[] {
  return [
    ...withoutChecksum(lock),
    ...withScript(lock),
    ...withUntriedCode(lock),
    ...withoutNode(lock),
  ];
}

function withoutChecksum(lock: Lock): string[] {
  return packagesOf(lock)
    .filter(({ name, integrity }) => integrity === undefined && !NEVER_RELEASED.includes(name))
    .filter((locked) => isForAnyLibrary(locked, PROMISED))
    .map(({ name, version }) => `${name}@${version} has no checksum: npm run deps`);
}

function withScript(lock: Lock): string[] {
  const known = Object.keys(INSTALL_SCRIPTS);
  return packagesOf(lock)
    .filter(({ hasInstallScript }) => hasInstallScript === true)
    .filter(({ name }) => !known.some((each) => each === name || name.startsWith(`${each}/`)))
    .map(({ name }) => `${name} has an install script, which does not run: ${WHERE}`);
}

function withUntriedCode(lock: Lock): string[] {
  const known = new Set([...Object.keys(TRIES), ...Object.keys(MAY_LACK_NATIVE_CODE)]);
  const native = new Set(
    packagesOf(lock)
      .filter(({ cpu }) => cpu !== undefined)
      .map(({ name }) => name),
  );
  return packagesOf(lock)
    .filter(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies).some((name) => native.has(name)),
    )
    .filter(({ name }) => !known.has(name))
    .map(({ name }) => `${name} has native code, which nobody tries: ${WHERE}`);
}

/** The Node that runs the product is one release on all machines, and must not be forgotten for one. */
function withoutNode(lock: Lock): string[] {
  const releases = PROMISED.map(
    (machine) => lock.packages[`node_modules/node-${machine}`]?.version ?? 'none',
  );
  return new Set(releases).size === 1 && !releases.includes('none')
    ? []
    : [`Node differs between machines: ${releases.join(', ')}`];
}

const WHERE = 'say in tools/prepare-packages.mjs what to do about it.';

if (import.meta.main) {
  const file = join(dirname(import.meta.dirname), 'package-lock.json');
  for (const problem of lockProblems(parseLock(readFileSync(file, 'utf8')))) {
    process.stderr.write(`${problem}\n`);
    process.exitCode = 1;
  }
}
