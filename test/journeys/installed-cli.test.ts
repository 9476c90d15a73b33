import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { buildWeb } from '../../tools/build-web.ts';
import { startApp } from '../support/programs/start-app.ts';
import { removeFolder } from '../support/remove-folder.ts';

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

test('the command line that a server hands out installs in an empty folder and runs on the machine’s own Node', async (t) => {
  await buildWeb();
  const app = await startApp(t);
  const folder = await mkdtemp(join(tmpdir(), 'xplain-cli-'));
  t.after(() => removeFolder(folder));
  await writeFile(join(folder, 'package.json'), '{}');

  const install = await run(folder, 'npm', ['install', '--silent', `${app.url}/xplain-cli.tgz`]);
  assert.equal(install.code, 0, install.err);
  assert.deepEqual(
    (await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.')),
    ['xplain-cli'],
  );

  const xplain = join(folder, 'node_modules/.bin/xplain');
  const version = await run(folder, xplain, ['version', '--json']);
  assert.equal(version.code, 0, version.err);
  assert.match(version.out, /"version":"\d+\.\d+\.\d+"/);

  const health = await run(folder, xplain, ['health', '--url', app.url]);
  assert.equal(health.code, 0, health.err);

  await writeFile(join(folder, 'deploy.log'), 'build finished\ndeployed\n');
  await writeFile(join(folder, 'checks.yaml'), 'checks:\n  - order: [build finished, deployed]\n');
  const passed = await run(folder, xplain, ['evaluate', '--file', 'deploy.log']);
  assert.equal(passed.code, 0, passed.out + passed.err);

  await writeFile(join(folder, 'checks.yaml'), 'checks:\n  - absent: deployed\n');
  const failed = await run(folder, xplain, ['evaluate', '--file', 'deploy.log']);
  assert.equal(failed.code, 1, failed.out + failed.err);

  const probe = await run(folder, xplain, ['probe', 'check']);
  assert.equal(probe.code, 2);
  assert.match(probe.err, /is part of the server/);
});

test('every command of the packed command line shows its help on the machine’s own Node', async (t) => {
  await buildWeb();
  const folder = await unpack(t);
  const xplain = join(folder, 'package/bin/xplain.mjs');
  const help = await run(folder, 'node', [xplain, '--help']);
  assert.equal(help.code, 0, help.err);
  const names = help.out
    .split('Commands:')[1]
    ?.split("\n\nRun '")[0]
    ?.trim()
    .split('\n')
    .map((line) => line.trim().split(/\s{2,}/)[0] ?? '');
  assert.ok(names !== undefined && names.length > 10, help.out);
  for (const name of names) {
    const page = await run(folder, 'node', [xplain, ...name.split(' '), '--help']);
    assert.equal(page.code, 0, `${name}: ${page.err}`);
    assert.match(page.out, /Usage: xplain/, name);
  }
});

async function unpack(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'xplain-cli-'));
  t.after(() => removeFolder(folder));
  const packed = join(dirname(dirname(import.meta.dirname)), 'web/dist/xplain-cli.tgz');
  assert.ok(existsSync(packed), packed);
  const { code, err } = await run(folder, 'tar', ['xzf', packed]);
  assert.equal(code, 0, err);
  return folder;
}

/** Without the folders of this project in the path: with what the machine has. */
function run(cwd: string, command: string, words: readonly string[]): Promise<Outcome> {
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((part) => !part.includes('node_modules'))
    .join(delimiter);
  const env = { PATH: path, HOME: process.env['HOME'] ?? cwd, npm_config_cache: join(cwd, '.npm') };
  return new Promise((resolve) => {
    execFile(command, [...words], { cwd, env }, (error, out, err) => {
      const code = error === null ? 0 : Number(error.code ?? 1);
      resolve({ code, out, err });
    });
  });
}
