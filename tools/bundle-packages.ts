/**
 * Bundles packages of many small files into a few large ones, for runs with many processes: opening the files takes
 * longer than most tests. Used only by processes that import `use-bundles.mjs` first.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleInto } from './bundle-into.ts';
import { madeFrom } from './made-from.ts';

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

const LIST = 'bundles.json';

/** Creates the bundles if they are missing; returns the environment variables that a process needs to use them. */
export async function bundlePackages(): Promise<Readonly<Record<string, string>>> {
  const place = 'node_modules/.cache/bundles';
  const bundles = madeFrom(place, ['package-lock.json', 'tools/bundle-*']);
  if (!bundles.isCurrent()) await bundles.make(bundleAll);
  const hook = new URL('use-bundles.mjs', import.meta.url).href;
  return {
    TEST_BUNDLES: join(root, place, LIST),
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${hook}`.trim(),
  };
}

async function bundleAll(outDir: string): Promise<void> {
  const files = BUNDLED_PACKAGES.map((specifier) => [
    specifier,
    `${specifier.replaceAll('/', '-')}.mjs`,
  ]);
  const entries = files.map(([specifier, file]) => [file, specifier]);
  await bundleInto(outDir, {
    root,
    entries: Object.fromEntries(entries) as Record<string, string>,
  });
  writeFileSync(join(outDir, LIST), JSON.stringify(Object.fromEntries(files)));
}
