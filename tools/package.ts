/**
 * Puts the server into a folder that runs by itself: the built programs, the built web app, the API document and its
 * client, the pinned Node, and the packages of production that are installed here. Nothing in it is written to when it
 * runs. Container images are made from it.
 *
 *   node tools/package.ts <folder> [--without-embedded]
 */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { buildServer } from './build-server.ts';
import { buildWeb } from './build-web.ts';
import { builtName } from './built-programs.mjs';
import { writeApi } from './openapi.ts';
import { SERVER_FLAGS } from './server-flags.mjs';

const root = dirname(import.meta.dirname);

/** The runtime files, without packages. */
const PARTS = [
  'package.json',
  'dist',
  'src/http/docs',
  'src/features/evaluation/model-check',
  'web/dist',
];

/** Engines that store logs on the machine itself; nodes of a cluster need none. */
const EMBEDDED = /^node_modules\/(?:chdb$|@chdb\/|ffi-rs$|@yuuang\/|@duckdb\/)/;

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

/** Fills an empty folder; answers with the number of packages in it. */
export async function packageServer(
  folder: string,
  { isEmbedded = true }: { readonly isEmbedded?: boolean } = {},
): Promise<number> {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  const problem = await buildWeb();
  if (problem !== undefined) throw new Error(problem);
  await buildServer();
  for (const part of PARTS) {
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: isNeeded });
  }
  writeApi(join(folder, 'docs/api'));
  const paths = wantedPackages(isEmbedded);
  for (const path of paths) {
    // Nested packages have their own lines.
    const filter = (source: string): boolean => !isNested(source.slice(root.length + 1), path);
    cpSync(join(root, path), join(folder, path), { recursive: true, filter });
  }
  writeFileSync(join(folder, 'run'), startScript(), { mode: 0o755 });
  return paths.length;
}

/** Sources are in the programs. */
function isNeeded(source: string): boolean {
  return !source.endsWith('.ts');
}

function isNested(source: string, path: string): boolean {
  return source.slice(path.length).includes('/node_modules');
}

/** Packages of the lock file that are installed here and not only for development. */
function wantedPackages(isEmbedded: boolean): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  return Object.entries(lock.packages).flatMap(([path, { dev, devOptional }]) => {
    const isWanted = path !== '' && dev !== true && devOptional !== true;
    const isLeftOut = !isEmbedded && EMBEDDED.test(path);
    return isWanted && !isLeftOut && existsSync(join(root, path)) ? [path] : [];
  });
}

/** Starts the pinned Node directly, so that signals reach the server without an intermediary. */
function startScript(): string {
  return `#!/bin/sh
# ./run serves; ./run probe, ./run restore, ./run migrate, ./run repair and ./run cli are the other programs.
here="$(dirname "$(readlink -f "$0")")"
for node in "$here"/node_modules/node-linux-*/bin/node; do break; done
program="\${1:-serve}"
[ $# -gt 0 ] && shift
case "$program" in
  serve) exec "$node" ${SERVER_FLAGS.join(' ')} "$here/dist/${builtName('src/main.ts')}" "$@" ;;
  probe | restore | migrate | repair) exec "$node" "$here/dist/${builtName('src/$program.ts')}" "$@" ;;
  cli) exec "$node" "$here/dist/${builtName('cli/main.ts')}" "$@" ;;
  *) echo "xplain: serve, probe, restore, migrate, repair or cli" >&2; exit 2 ;;
esac
`;
}

if (import.meta.main) {
  const [folder, option] = process.argv.slice(2);
  if (folder === undefined || (option !== undefined && option !== '--without-embedded')) {
    throw new Error('usage: node tools/package.ts <folder> [--without-embedded]');
  }
  const packages = await packageServer(resolve(folder), { isEmbedded: option === undefined });
  process.stdout.write(`${resolve(folder)}: ${packages} packages\n`);
}
