/**
 * Builds the programs of a release into dist, unless what is there was made from the same files: the server and
 * everything it starts, in few files. A start from the sources opens and reads thousands, which is most of what it
 * takes where nothing has been compiled before.
 *
 *   node tools/build-server.ts
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import type { Plugin } from 'vite';
import { bundleInto } from './bundle-into.ts';
import { BUNDLED_PACKAGES } from './bundle-packages.ts';
import { builtName } from './built-programs.mjs';
import { madeFrom } from './made-from.ts';

const root = dirname(import.meta.dirname);
const PLACE = 'dist';
/** What people start; threads and engines are started by these. */
const STARTED = [
  'src/main.ts',
  'src/probe.ts',
  'src/restore.ts',
  'src/migrate.ts',
  'src/repair.ts',
  'cli/main.ts',
];
const SOURCES = ['src/**/*.ts', 'cli/**/*.ts', 'tools/bu*', 'package-lock.json'];
/** How a source names a program that it starts. */
const PROGRAM = /new URL\(\s*'([^']+\.ts)',\s*import\.meta\.url,?\s*\)/g;

/** Resolves once they are current; answers with their folder. */
export async function buildServer(): Promise<string> {
  const programs = madeFrom(PLACE, SOURCES);
  if (!programs.isCurrent()) await programs.make(buildInto);
  return join(root, PLACE);
}

async function buildInto(outDir: string): Promise<void> {
  const entries = findPrograms().map((program) => [builtName(program), join(root, program)]);
  await bundleInto(outDir, {
    root,
    entries: Object.fromEntries(entries) as Record<string, string>,
    plugins: [namePlaces()],
    isExternal: isPackage,
  });
}

function findPrograms(): string[] {
  const sources = globSync('{src,cli}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.(?:test|suite)\.ts$/.test(file),
  );
  const named = sources.flatMap((source) =>
    [...readFileSync(join(root, source), 'utf8').matchAll(PROGRAM)].map(([, name = '']) =>
      posix.join(posix.dirname(source), name),
    ),
  );
  return [...new Set([...STARTED, ...named])];
}

/** Packages imported by our sources stay external, as native ones must, except those that consist of many files. */
function isPackage(id: string, importer: string | undefined): boolean {
  const isBare = !/^[./\0]/.test(id) && !id.startsWith('@oxc-project/runtime');
  return isBare && importer !== undefined && isOurs(importer) && !BUNDLED_PACKAGES.includes(id);
}

function isOurs(file: string): boolean {
  return /^(?:src|cli)\//.test(relative(root, file));
}

/**
 * Sources find adjacent files at their original path, relative to the folder of the programs; programs are found in
 * that folder.
 */
function namePlaces(): Plugin {
  return {
    name: 'places',
    enforce: 'pre',
    transform(code, id) {
      if (!isOurs(id)) return undefined;
      const source = relative(root, id);
      if (/import\.meta\.(?!url\b)/.test(code)) {
        throw new Error(`${source}: programs that are built find places by import.meta.url alone`);
      }
      const here = `new URL('../${source}', import.meta.url).href`;
      const parts = code.split(PROGRAM);
      // Every second part is the name of a program.
      return parts
        .map((part, i) =>
          i % 2 === 0
            ? part.replaceAll('import.meta.url', here)
            : `new URL('./${builtName(posix.join(posix.dirname(source), part))}', import.meta.url)`,
        )
        .join('');
    },
  };
}

if (import.meta.main) await buildServer();
