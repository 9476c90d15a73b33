/**
 * Packages of many small files in few large ones, for runs of many processes: opening the files takes more time
 * than most tests do. Only whoever imports `use-bundles.mjs` first gets them.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleInto } from './bundle-into.ts';

const root = dirname(import.meta.dirname);

/** Everything of these packages that is imported anywhere, so that nothing of them exists twice. */
export const BUNDLED_PACKAGES: readonly string[] = [
  'better-auth',
  'better-auth/adapters',
  'better-auth/plugins',
  'kysely',
  'typebox',
  'typebox/format',
  'typebox/schema',
  'typebox/value',
];

/** Makes them unless they are there; answers with what the environment of a process must hold to get them. */
export async function bundlePackages(): Promise<Readonly<Record<string, string>>> {
  const lock = readFileSync(join(root, 'package-lock.json'));
  // The list of them names whole paths: of a folder that was moved or copied it would name others.
  const key = createHash('sha256')
    .update(lock)
    .update(`${BUNDLED_PACKAGES.join()} ${root}`)
    .digest('hex');
  const folder = join(root, 'node_modules/.cache', `bundles-${key.slice(0, 16)}`);
  if (!existsSync(folder)) await makeIn(folder);
  const hook = new URL('use-bundles.mjs', import.meta.url).href;
  return {
    TEST_BUNDLES: join(folder, LIST),
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${hook}`.trim(),
  };
}

const LIST = 'bundles.json';

async function makeIn(folder: string): Promise<void> {
  const outDir = `${folder}-${process.pid}`;
  const nameOf = (specifier: string): string => `${specifier.replaceAll('/', '-')}.mjs`;
  const entries = BUNDLED_PACKAGES.map((specifier) => [nameOf(specifier), specifier]);
  await bundleInto(outDir, {
    root,
    entries: Object.fromEntries(entries) as Record<string, string>,
  });
  const urls = BUNDLED_PACKAGES.map((each) => [
    each,
    pathToFileURL(join(folder, nameOf(each))).href,
  ]);
  writeFileSync(join(outDir, LIST), JSON.stringify(Object.fromEntries(urls)));
  try {
    renameSync(outDir, folder);
  } catch {
    // Another run has just made the same.
    rmSync(outDir, { recursive: true, force: true });
  }
}
