// Runs a program of this project on the pinned Node version, installing missing packages first. This file and its
// imports must run on an older Node (20 or newer): plain JavaScript, only built-in modules.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { preparePackages } from './prepare-packages.mjs';
import { SERVER_FLAGS } from './server-flags.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const machine = `${process.platform}-${process.arch}`;
const pinnedNode = join(root, `node_modules/node-${machine}/bin/node`);
// Outside node_modules, which an installation begins by removing.
const lockFile = join(root, '.install.lock');
const installMsMax = 15 * 60_000;
const parentLookMs = 500;

const [program, ...rest] = process.argv.slice(2);
if (program === undefined) fail('usage: node tools/bootstrap.mjs <program> [argument…]');
// A machine that only runs the server or the command line may go without what development needs.
const needsDevelopment = !/^(src|cli)\//.test(program);
if (!isInstalled()) await installOnce();
const node = findNode();
// What one start has compiled, the next ones read. It is written when a program ends, and gone with the packages.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled');
for (const { text, isForDevelopment } of preparePackages({ root, node })) {
  const advice =
    'Remove node_modules and start again; if it stays so, the registry has no release of it for this machine.';
  if (isForDevelopment && !needsDevelopment) say(text);
  else fail(`${text}. ${advice}`);
}
// The server also starts without its web app; users who open it in a browser get a message.
if (['src/main.ts', 'tools/demo.ts'].includes(program)) {
  await run(node, [join(root, 'tools/build-web.ts')], ['ignore', 2, 2]);
}
// Measurements have parts of the server in their own process.
const flags = /^(?:src\/main\.ts$|test\/load\/)/.test(program) ? SERVER_FLAGS : [];
const status = await run(node, [...flags, join(root, program), ...rest], 'inherit');
process.exit(status);

/**
 * Whether node_modules matches package-lock.json. npm writes its own record of the folder as the last step of an
 * installation, so an interrupted one has none, and one made by hand is detected.
 */
function isInstalled() {
  const accountFile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(accountFile)) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const found = readPackages(accountFile);
  if (wanted === undefined || found === undefined) return false;
  if (isNodePackaged(wanted) && !existsSync(pinnedNode)) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, dev }]) => {
    const isThere = found[path]?.version === version && found[path]?.integrity === integrity;
    const maybeAbsent = optional || path === '' || (dev && !needsDevelopment);
    return isThere || (maybeAbsent && found[path] === undefined);
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Whether the packages include a Node for this machine. */
function isNodePackaged(wanted) {
  return wanted[`node_modules/node-${machine}`] !== undefined;
}

/** The pinned Node; where it is not packaged, the machine's own, if it is of the same line and not older. */
function findNode() {
  if (existsSync(pinnedNode)) return pinnedNode;
  const wanted = readPackages(join(root, 'package-lock.json')) ?? {};
  const ofAny = Object.keys(wanted).find((path) => /\/node-\w+-(x64|arm64)$/.test(path));
  const pinned = wanted[ofAny]?.version ?? '';
  if (isNodePackaged(wanted)) fail(`the registry has no Node ${pinned} for ${machine}.`);
  const [major, minor] = pinned.split('.').map(Number);
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
  if (ownMajor === major && ownMinor >= minor) return process.execPath;
  return fail(
    `Node ${pinned} is not packaged for ${machine}; install it, or a later ${major}, and start again.`,
  );
}

/** Concurrent starts take turns; those that waited find the installation complete. */
async function installOnce() {
  const deadline = Date.now() + installMsMax;
  for (let isWaiting = false; !takeLock(); isWaiting = true) {
    if (!isWaiting) say('another start is installing the packages; waiting for it …');
    if (Date.now() > deadline) fail(`still locked; remove ${lockFile} if nothing is installing.`);
    await sleep(250);
  }
  process.on('exit', () => rmSync(lockFile, { force: true }));
  if (!isInstalled()) await install();
  rmSync(lockFile, { force: true });
}

function takeLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') fail(`${lockFile} cannot be written: ${error.message}`);
  }
  const holders = readHolders();
  if (holders.length > 0 && !holders.some(isRunning)) {
    // Renamed rather than removed, so that of several waiters only one clears it away.
    const stale = `${lockFile}.${process.pid}`;
    try {
      renameSync(lockFile, stale);
      rmSync(stale, { force: true });
    } catch {
      // Another waiter was faster.
    }
  }
  return false;
}

/** The process that holds the lock, and the npm it started, which may outlive it. */
function readHolders() {
  try {
    return readFileSync(lockFile, 'utf8').split(' ').map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function install() {
  say('installing the packages of package-lock.json …');
  const unchecked = uncheckedPackages();
  if (unchecked.length > 0) {
    say(`the lock file has no checksum for ${unchecked.join(', ')}: the registry alone vouches.`);
  }
  // The lock file names every release exactly, so nothing older can be chosen; the engine check is off
  // for this one call because npm itself may be running on the machine's older Node.
  const args = ['ci', '--engine-strict=false', '--prefer-offline', '--include=optional'];
  // Also where a setting of the machine would let packages run scripts: ours are run by name.
  args.push('--ignore-scripts');
  if (needsDevelopment) args.push('--include=dev');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath ?? '';
  const isNpm = basename(npm) === 'npm-cli.js';
  const [command, first] = isNpm ? [process.execPath, [npm]] : ['npm', []];
  // npm's notices go to standard error: what a program prints on standard output stays its own.
  const npmStatus = await run(command, [...first, ...args, ...quiet], ['ignore', 2, 2], (pid) =>
    writeFileSync(lockFile, `${process.pid} ${pid}`),
  );
  if (npmStatus !== 0) {
    fail('installing the packages failed; see the lines above. It needs the network once.');
  }
}

/** What npm would install on this machine without comparing it with anything. */
function uncheckedPackages() {
  const packages = readPackages(join(root, 'package-lock.json')) ?? {};
  return Object.entries(packages)
    .filter(([path, { integrity, link }]) => path !== '' && !integrity && !link)
    .filter(([, { os, cpu }]) => isNamed(os, process.platform) && isNamed(cpu, process.arch))
    .filter(([, { dev }]) => needsDevelopment || !dev)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
}

function isNamed(names, name) {
  return names === undefined || [names].flat().includes(name);
}

/** Runs a program to completion, forwarding the signals intended for it. Resolves with its exit status. */
function run(command, args, stdio, onStart = () => {}) {
  const child = spawn(command, args, { cwd: stdio === 'inherit' ? undefined : root, stdio });
  onStart(child.pid);
  const handlers = {
    SIGTERM: () => child.kill('SIGTERM'),
    SIGHUP: () => child.kill('SIGHUP'),
    // In a terminal, Ctrl-C reaches the child directly, as a member of the same process group.
    SIGINT: () => process.stdin.isTTY || child.kill('SIGINT'),
  };
  for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler);
  const watch = watchNpm(() => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.on('error', (error) => fail(`${command} could not be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      for (const [name, handler] of Object.entries(handlers)) process.off(name, handler);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** Stopping npm is meant to stop the program it runs: npm may exit, or be killed, without notifying its child. */
function watchNpm(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, parentLookMs);
  return timer.unref();
}

function say(message) {
  process.stderr.write(`xplain: ${message}\n`);
}

function fail(message) {
  say(message);
  process.exit(1);
}
