import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test, type TestContext } from 'node:test';

const LOCKED = {
  '': { version: '1.0.0' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b': { version: '2.0.0', integrity: 'sha512-b', dev: true },
  'node_modules/c-darwin-x64': { version: '3.0.0', optional: true },
};
const { 'node_modules/c-darwin-x64': _optional, ...COMPLETE } = LOCKED;
const { 'node_modules/b': _development, ...PRODUCTION } = COMPLETE;

interface Project {
  readonly root: string;
  start(program?: string): Promise<{ code: number | null; output: string; errors: string }>;
  /** How often npm has run. */
  installs(): number;
}

/** A project around the real bootstrap, with an npm that installs at once what `npmDoes` says. */
function makeProject(t: TestContext, found: object | undefined, npmDoes = 'install'): Project {
  const root = mkdtempSync(join(tmpdir(), 'xplain-bootstrap-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['tools', 'src', 'bin', 'node_modules/node/bin']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const file of ['bootstrap.mjs', 'server-flags.mjs']) {
    copyFileSync(join(import.meta.dirname, file), join(root, 'tools', file));
  }
  writeFileSync(join(root, 'tools/build-web.ts'), '');
  symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: LOCKED }));
  const program = `console.log('ran', process.argv.slice(2).join(' ')); process.exitCode = 7;`;
  for (const file of ['tools/program.ts', 'src/main.ts']) writeFileSync(join(root, file), program);
  const account = join(root, 'node_modules/.package-lock.json');
  if (found !== undefined) writeFileSync(account, JSON.stringify({ packages: found }));
  const script = {
    install: `sleep 0.5; echo '${JSON.stringify({ packages: COMPLETE })}' > '${account}'`,
    fail: 'echo no network >&2; exit 3',
  }[npmDoes];
  writeFileSync(join(root, 'bin/npm'), `#!/bin/sh\necho "$@" >> '${root}/installs'\n${script}\n`);
  chmodSync(join(root, 'bin/npm'), 0o755);
  return {
    root,
    start: (name = 'tools/program.ts') => start(root, name),
    installs: () => countLines(join(root, 'installs')),
  };
}

function start(root: string, program: string): ReturnType<Project['start']> {
  const { npm_execpath: _, ...environment } = process.env;
  const path = [join(root, 'bin'), process.env['PATH']].join(delimiter);
  const child = spawn(process.execPath, [join(root, 'tools/bootstrap.mjs'), program, 'x', '--y'], {
    env: { ...environment, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result = { code: null as number | null, output: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => (result.output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (result.errors += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...result, code })));
}

function countLines(file: string): number {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
}

test('what is installed is run at once, with its arguments and exit status', async (t) => {
  const project = makeProject(t, COMPLETE);

  const { code, output } = await project.start();

  assert.deepEqual([code, output, project.installs()], [7, 'ran x --y\n', 0]);
});

test('what is missing, older or other than locked is installed first', async (t) => {
  const other = { version: '1.0.0', integrity: 'sha512-other' };
  const states = [
    undefined,
    PRODUCTION,
    { ...COMPLETE, 'node_modules/a': { version: '0.9.0', integrity: 'sha512-a' } },
    { ...COMPLETE, 'node_modules/a': other },
    { ...COMPLETE, 'node_modules/c-darwin-x64': { version: '2.9.0' } },
  ];

  for (const found of states) {
    const project = makeProject(t, found);
    const { code, output } = await project.start();
    assert.deepEqual([code, output, project.installs()], [7, 'ran x --y\n', 1]);
  }
});

test('the server goes without what development needs', async (t) => {
  const project = makeProject(t, PRODUCTION);

  const { code } = await project.start('src/main.ts');

  assert.deepEqual([code, project.installs()], [7, 0]);
});

test('several starts at once install once', async (t) => {
  const project = makeProject(t, undefined);

  const results = await Promise.all([project.start(), project.start(), project.start()]);

  assert.deepEqual(
    results.map(({ code }) => code),
    [7, 7, 7],
  );
  assert.equal(project.installs(), 1);
  assert.equal(existsSync(join(project.root, '.install.lock')), false);
});

test('a failed installation runs nothing, and the next start tries again', async (t) => {
  const project = makeProject(t, undefined, 'fail');

  const first = await project.start();
  const second = await project.start();

  assert.deepEqual([first.code, first.output, second.code], [1, '', 1]);
  assert.match(first.errors, /no network[\s\S]*installing the packages failed/);
  assert.equal(project.installs(), 2);
  assert.equal(existsSync(join(project.root, '.install.lock')), false);
});

test('a lock whose holder has died is taken over', async (t) => {
  const project = makeProject(t, undefined);
  const dead = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(dead, 'exit');
  writeFileSync(join(project.root, '.install.lock'), String(dead.pid));

  const { code } = await project.start();

  assert.deepEqual([code, project.installs()], [7, 1]);
});
