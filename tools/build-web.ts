/**
 * Builds the web app into web/dist, and beside it the command line that the server hands out, unless what is there was made from the same files. Without the
 * packages of development an app built before is kept, and without one the server goes without.
 *
 *   node tools/build-web.ts
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const SOURCES = [
  'web/{index.html,vite.config.ts}',
  'web/{src,public}/**/*',
  'src/{spec,base,config,contract,language,patterns,charts}/**/*',
  'cli/**/*',
  'docs/evaluation/ci.md',
  'package-lock.json',
];

/** Resolves once web/dist is current; says what kept it from being so. */
export async function buildWeb(): Promise<string | undefined> {
  const mark = join(root, 'web/dist/.made-from');
  const wanted = fingerprint();
  const isCurrent = (): boolean => existsSync(mark) && readFileSync(mark, 'utf8') === wanted;
  if (isCurrent()) return undefined;
  if (!existsSync(join(root, 'node_modules/vite'))) {
    return 'The web app is not built: that takes the packages of development (npm install).';
  }
  const { build } = await import('vite');
  // Made elsewhere and moved at the end: a server that starts meanwhile finds the old one or the new one.
  const outDir = join(root, `node_modules/.cache/web-${process.pid}`);
  const configFile = join(root, 'web/vite.config.ts');
  await build({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  const { packageCli } = await import('./package-cli.ts');
  await packageCli(outDir);
  writeFileSync(join(outDir, '.made-from'), wanted);
  takePlace(outDir, dirname(mark), isCurrent);
  return undefined;
}

/** Another process may have built the same meanwhile: what it put there stays, since a server may be reading it. */
function takePlace(made: string, place: string, isCurrent: () => boolean): void {
  while (!isCurrent()) {
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
    try {
      renameSync(made, place);
    } catch (error) {
      if (!isThere(error)) throw error;
    }
  }
  rmSync(made, { recursive: true, force: true });
}

function isThere(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOTEMPTY' || code === 'EEXIST';
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted();
  for (const file of files) {
    if (/\.(test|suite)\.tsx?$/.test(file) || !statSync(join(root, file)).isFile()) continue;
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

if (import.meta.main) {
  const problem = await buildWeb();
  if (problem !== undefined) process.stderr.write(`xplain: ${problem}\n`);
}
