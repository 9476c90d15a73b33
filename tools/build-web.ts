/**
 * Builds the web app into web/dist, and beside it the command line that the server hands out, unless what is there was made from the same files. Without the
 * packages of development an app built before is kept, and without one the server goes without.
 *
 *   node tools/build-web.ts
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { madeFrom } from './made-from.ts';

const root = dirname(import.meta.dirname);
const SOURCES = [
  'web/{index.html,vite.config.ts}',
  'web/{src,public}/**/*',
  'src/{spec,base,config,contract,language,patterns,charts}/**/*',
  'cli/**/*',
  'docs/evaluation/ci.md',
  'package-lock.json',
];

/** Resolves once web/dist is current; returns the reason if it cannot be built. */
export async function buildWeb(): Promise<string | undefined> {
  const app = madeFrom('web/dist', SOURCES);
  if (app.isCurrent()) return undefined;
  if (!existsSync(join(root, 'node_modules/vite'))) {
    return 'The web app is not built: that takes the packages of development (npm install).';
  }
  await app.make(async (outDir) => {
    const { build } = await import('vite');
    const configFile = join(root, 'web/vite.config.ts');
    await build({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
    const { packageCli } = await import('./package-cli.ts');
    await packageCli(outDir);
  });
  return undefined;
}

if (import.meta.main) {
  const problem = await buildWeb();
  if (problem !== undefined) process.stderr.write(`xplain: ${problem}\n`);
}
