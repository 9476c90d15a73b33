import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'node:test';

/** Folders where Debian keeps servers that are not on everybody's PATH. */
const SERVER_FOLDERS = [
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/lib/postgresql/15/bin',
  '/usr/lib/postgresql/17/bin',
];

/** The path of a program a test needs. A missing one skips the test, see below. */
export function requireProgram(
  t: Pick<TestContext, 'name' | 'skip'>,
  name: string,
  debianPackage: string,
): string | undefined {
  const found = findProgram(name);
  if (found !== undefined) return found;
  skipWithout(t, `${name} is missing: apt-get install ${debianPackage}`);
  return undefined;
}

/**
 * On a developer's machine what is missing skips the test and says so; in CI it fails the test, since there
 * every service must be real.
 */
export function skipWithout(t: Pick<TestContext, 'name' | 'skip'>, message: string): void {
  if (process.env['CI']) throw new Error(message);
  process.stderr.write(`SKIPPED: ${t.name}: ${message}\n`);
  t.skip(message);
}

export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...SERVER_FOLDERS];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
