/** Follows pages literally: every command of their shell blocks is run, in order, as it stands there. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, symlink } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { before, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { showInReport } from '../support/show-in-report.ts';
import { type RunningApp, startApp } from '../support/start-app.ts';
import { signIn } from '../support/visitor.ts';
import { removeFolder } from '../support/remove-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
// What the README starts with.
const PERSON = { email: 'you@example.com', password: 'Correct-Horse-42-Battery' };

before(() => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  assert.ok(readme.includes(`XPLAIN_ADMIN_EMAIL=${PERSON.email}`), 'the person of the README');
  assert.ok(readme.includes(`XPLAIN_ADMIN_PASSWORD='${PERSON.password}'`));
});

async function start(t: TestContext): Promise<{ app: RunningApp; key: string; ms: number }> {
  const startedAt = performance.now();
  const app = await startApp(t, {
    XPLAIN_ADMIN_EMAIL: PERSON.email,
    XPLAIN_ADMIN_PASSWORD: PERSON.password,
  });
  const ms = performance.now() - startedAt;
  const person = await signIn(app.url, PERSON);
  const facts = { name: 'pages', scope: 'full-access' };
  const { value } = await person.create<{ value: string }>('/api/v1/api-keys', facts);
  return { app, key: value, ms };
}

/** The shell blocks of a page, from a heading on where one is named. */
function blocksOf(page: string, heading = ''): readonly string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const part = text.slice(text.indexOf(heading));
  return [...part.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
}

/** Runs them in one shell, as a person has one terminal; what fails ends it. */
async function runAll(
  t: TestContext,
  blocks: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'xplain-pages-'));
  t.after(() => removeFolder(folder));
  await symlink(join(ROOT, 'tools/xplain.mjs'), join(folder, 'xplain'));
  const path = [folder, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  const script = ['set -e -o pipefail', ...blocks].join('\n');
  return new Promise((resolve, reject) => {
    const env = { ...environment, PATH: path, HOME: folder };
    execFile('bash', ['-c', script], { cwd: folder, env, timeout: 180_000 }, (error, out, err) => {
      if (error === null) resolve(out);
      else reject(new Error(`${error.message}\n${out}\n${err}`));
    });
  });
}

test('the first two minutes of the README', async (t) => {
  const { app, ms } = await start(t);
  const [, commands = ''] = blocksOf('README.md', '## Two minutes');
  assert.match(commands, /URL=http/);
  const here = commands.replace(/^URL=.*$/m, `URL=${app.url}`);
  // An event can be found a moment after it was accepted.
  const patient = here.replace(/\n\n(curl -G)/, '\nsleep 5\n$1');
  const startedAt = performance.now();

  const out = await runAll(t, [patient], {});

  const seconds = (each: number): string => (each / 1_000).toFixed(1);
  const took = performance.now() - startedAt - 5_000;
  showInReport(
    t,
    `time to first: start ${seconds(ms)} s; sign-in, key, event and search ${seconds(took)} s`,
  );
  assert.match(out, /"accepted":1/);
  assert.match(out, /"rows":\[\{"source":"checkout","count":1\}\]/);
});

test('working with logs, and indexes', async (t) => {
  const { app, key } = await start(t);
  const environment = { URL: app.url, KEY: key, NO_COLOR: '1' };
  const blocks = blocksOf('docs/logs.md');
  assert.ok(blocks.length >= 8);
  // What was sent is found a moment later.
  const patient = blocks.map((block) => `${block}\nsleep 2`);

  const out = await runAll(t, patient, environment);

  assert.match(out, /error checkout order refused/);
  assert.match(out, /^service +count\nbackup +2\ncheckout +1$/m);
  assert.match(out, /team +count\npayments +1\nplatform +2$/m);
  assert.match(out, /order refused again/);
  assert.match(out, /"_time","service","event"/);
  assert.match(out, /"dryRun":true/);
  assert.match(out, /"replayed":0/);

  const indexes = await runAll(t, blocksOf('docs/operating/indexes.md'), environment);
  assert.match(indexes, /"name":"web"/);
  assert.match(indexes, /"isRetentionOwn":false/);
});
