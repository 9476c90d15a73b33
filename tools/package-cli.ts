/**
 * Packs the command line for machines that have no checkout: plain JavaScript for Node 20 or newer, without
 * dependencies. Every server hands it out beside the web app, as /xplain-cli.tgz.
 *
 *   node tools/package-cli.ts <folder>
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'vite';

const root = dirname(import.meta.dirname);

/** Makes `<folder>/xplain-cli.tgz`, and answers with its path. */
export async function packageCli(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const work = join(folder, '.xplain-cli');
  rmSync(work, { recursive: true, force: true });
  await bundle(join(work, 'bin'));
  writeFileSync(join(work, 'package.json'), `${JSON.stringify(facts(), null, 2)}\n`);
  cpSync(join(root, 'docs/evaluation/ci.md'), join(work, 'README.md'));
  const file = join(folder, 'xplain-cli.tgz');
  renameSync(join(folder, pack(work, folder)), file);
  rmSync(work, { recursive: true });
  return file;
}

async function bundle(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(root, 'cli/main.ts'),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        // Commands read the facts of their package two folders up, as they do in a checkout.
        output: { entryFileNames: 'xplain.mjs', chunkFileNames: 'commands/[name]-[hash].mjs' },
      },
    },
  });
}

function facts(): object {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly license: string;
  };
  return {
    name: 'xplain-cli',
    version,
    description: 'The command line of Xplain, the log platform.',
    license,
    type: 'module',
    bin: { xplain: 'bin/xplain.mjs' },
    engines: { node: '>=20' },
  };
}

/** The name of the file that npm made. */
function pack(work: string, folder: string): string {
  const { status, stdout } = spawnSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: work,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error('npm could not pack the command line');
  return stdout.trim();
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(root, 'dist'));
  process.stdout.write(`${await packageCli(folder)}\n`);
}
