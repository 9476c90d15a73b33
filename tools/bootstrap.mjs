// Runs a program of this project on the Node that the project pins, installing first what is missing.
// This file alone must run on an older Node (20 or newer): plain JavaScript, nothing but built-ins.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pinnedNode = join(root, 'node_modules/node/bin/node');
const stampFile = join(root, 'node_modules/.installed');

const [program, ...rest] = process.argv.slice(2);
if (program === undefined) fail('usage: node tools/bootstrap.mjs <program> [argument…]');

const lock = readFileSync(join(root, 'package-lock.json'));
const stamp = createHash('sha256').update(lock).digest('hex');
if (!isInstalled()) install();
run();

function isInstalled() {
  return (
    existsSync(pinnedNode) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
  );
}

function install() {
  process.stderr.write('xplain: installing the packages of package-lock.json …\n');
  // The lock file names every release exactly, so nothing older can be chosen; the engine check is off
  // for this one call because npm itself may be running on the machine's older Node.
  const args = ['ci', '--engine-strict=false', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  // npm's notices go to standard error: what a program prints on standard output stays its own.
  const stdio = ['ignore', 2, 2];
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio })
    : spawnSync('npm', args, { cwd: root, stdio, shell: process.platform === 'win32' });
  if (result.error) fail(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) fail('installing the packages failed; see the lines above.');
  if (!existsSync(pinnedNode)) fail('the npm package "node" has no binary for this machine.');
  writeFileSync(stampFile, stamp);
}

function run() {
  const child = spawn(pinnedNode, [join(root, program), ...rest], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // At a terminal Ctrl-C reaches the child by itself, as a member of the same process group.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  child.on('error', (error) => fail(`Node could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    process.exit(code ?? (signal === 'SIGINT' ? 130 : 143));
  });
}

function fail(message) {
  process.stderr.write(`xplain: ${message}\n`);
  process.exit(1);
}
