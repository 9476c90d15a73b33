/**
 * Whether the files of deploy/ can be used as they are, as far as that can be told without a container engine: their
 * form, what they refer to, pinned images, and every variable of ours with its value. Where systemd or nginx is
 * installed, they are asked as well.
 *
 *   node tools/check-deploy.ts
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nearestName, TOPICS } from '../src/config/index.ts';
import { checkCompose } from './deploy/check-compose.ts';
import { checkDockerfile } from './deploy/check-dockerfile.ts';
import { checkKubernetes } from './deploy/check-kubernetes.ts';
import { checkValues } from './deploy/check-values.ts';

const root = dirname(import.meta.dirname);
/** How exposed a service may be, by the reckoning of systemd, times ten. */
const EXPOSURE_MAX = 25;

/** Everything that is wrong with the given files, by path from the root. */
export function findProblems(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, text]) => {
    const found = [...checkNames(text)];
    if (path.endsWith('Dockerfile')) found.push(...checkDockerfile(text));
    if (path.includes('/compose/')) found.push(...checkCompose(text));
    if (path.includes('/kubernetes/')) found.push(...checkKubernetes(path, text, files));
    if (path.endsWith('.service')) found.push(...checkUnit(text));
    if (/nginx\.conf$|Caddyfile$/.test(path)) found.push(...checkProxy(text));
    return found.map((problem) => `${path}: ${problem}`);
  });
}

/** What every proxy in front of the platform must do. */
function checkProxy(text: string): string[] {
  const code = text.replaceAll(/#.*$/gm, '');
  const wanted = {
    'X-Forwarded-For': 'does not tell the address of the client',
    '10(?:m|MB)\\b': 'does not take bodies of 10 MB',
    '130s': 'cuts answers that take two minutes',
    'proxy_buffering off|flush_interval -1': 'holds back what is streamed',
    '/metrics': 'hands metrics to everybody',
  };
  const missing = Object.entries(wanted).filter(([pattern]) => !new RegExp(pattern).test(code));
  const open = (code.match(/\{/g) ?? []).length - (code.match(/\}/g) ?? []).length;
  return [...missing.map(([, why]) => why), ...(open === 0 ? [] : ['has unequal brackets'])];
}

export function readDeployFiles(): Map<string, string> {
  const names = globSync('deploy/**/*', { cwd: root, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    names.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(root.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}

/** Runs the checks of systemd and nginx themselves, if they are installed. */
function askPrograms(files: ReadonlyMap<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-deploy-'));
  try {
    return [...files.keys()].flatMap((path) => {
      if (path.endsWith('.service')) return askSystemd(folder, path);
      if (path.endsWith('nginx.conf')) return askNginx(folder, path);
      return [];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function askSystemd(folder: string, path: string): string[] {
  const unit = join(folder, path.slice(path.lastIndexOf('/') + 1));
  // The program is not installed here; anything that is there will do.
  const text = readFileSync(join(root, path), 'utf8').replace(
    /^ExecStart=\S+/m,
    'ExecStart=/bin/sh',
  );
  writeFileSync(unit, text);
  const threshold = `--threshold=${EXPOSURE_MAX}`;
  return [
    ...run(path, 'systemd-analyze', ['verify', '--recursive-errors=no', unit]),
    ...run(path, 'systemd-analyze', ['security', '--offline=true', '--no-pager', threshold, unit]),
  ];
}

function askNginx(folder: string, path: string): string[] {
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'tls.key', '-out', 'tls.crt'];
  const made = ['req', '-x509', '-subj', '/CN=test', '-days', '1', ...key];
  if (spawnSync('openssl', made, { cwd: folder }).status !== 0) return [];
  cpSync(join(root, path), join(folder, 'nginx.conf'));
  const text = readFileSync(join(folder, 'nginx.conf'), 'utf8')
    .replaceAll('/etc/nginx/tls', folder)
    .replaceAll(/server api-\d:/g, 'server 127.0.0.1:');
  writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid;\n${text}`);
  return run(path, 'nginx', ['-t', '-e', 'stderr', '-c', join(folder, 'nginx.conf')]);
}

/** Nothing when the program is not there. */
function run(path: string, program: string, args: readonly string[]): string[] {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') return [];
  const lines = `${stdout}\n${stderr}`.trim().split('\n').slice(-3).join(' ');
  return status === 0 ? [] : [`${path}: ${program} ${args[0] ?? ''}: ${lines}`];
}

function main(): void {
  const files = readDeployFiles();
  const problems = [...findProblems(files), ...askPrograms(files)];
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${files.size} files, ${problems.length} problems\n`);
  if (problems.length > 0) process.exitCode = 1;
}

const NAMES = new Set(Object.values(TOPICS).flatMap((variables) => Object.keys(variables)));

/** Every variable of ours that a text names must be one. */
function checkNames(text: string): string[] {
  const named = new Set(text.match(/\bXPLAIN_[A-Z0-9_]+/g));
  return [...named]
    .filter((name) => !NAMES.has(name))
    .map((name) => {
      const nearest = nearestName(name, [...NAMES]);
      const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
      return `there is no variable ${name}${hint}`;
    });
}

/** Checks that systemd itself does not do. */
function checkUnit(text: string): string[] {
  const settings = Map.groupBy(
    text.split('\n').filter((line) => /^[A-Z]\w*=/.test(line)),
    (line) => line.slice(0, line.indexOf('=')),
  );
  const value = (name: string): string =>
    settings
      .get(name)
      ?.at(-1)
      ?.slice(name.length + 1) ?? '';
  const pairs = value('Environment')
    .split(' ')
    .map((pair) => pair.split('=', 2));
  const isProbe = value('ExecStart').endsWith(' probe');
  return [
    ...(value('TimeoutStopSec') === '60' ? [] : ['does not give the server 60 s to end']),
    ...(value('User') === '' || value('User') === 'root' ? ['runs as root'] : []),
    ...(/^\/opt\/xplain\/run (?:serve|probe)$/.test(value('ExecStart'))
      ? []
      : ['does not start what tools/package.ts makes']),
    ...(isProbe ? [] : checkValues(Object.fromEntries(pairs) as Record<string, string>)),
  ];
}

if (import.meta.main) main();
