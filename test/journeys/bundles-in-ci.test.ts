/** The CI examples of the page about configuration as code: their commands are run as they stand there. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { openAccess } from '../support/open-access.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startBundles } from '../support/start-bundles.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const page = await readFile(join(ROOT, 'docs/configuration-as-code.md'), 'utf8');
const blocks = [...page.matchAll(/^(`{3,})yaml\n(.*?)^\1$/gms)].map(([, , text = '']) => text);
const exampleOf = (start: string): string => blocks.find((text) => text.startsWith(start)) ?? '';
const BUNDLE = exampleOf('xplain: 1');

interface Workflow {
  readonly jobs: { readonly config: { readonly env: object; readonly steps: readonly Step[] } };
}
interface Step {
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}
interface Job {
  readonly rules: readonly { readonly if: string }[];
  readonly script: readonly string[];
}

/** A folder with the bundle of the page, and a terminal in it. */
async function scene(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'xplain-ci-'));
  t.after(() => removeFolder(folder));
  const access = await openAccess(t);
  const { app, get } = startBundles(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const key = await access.newKey(owner, 'full-access');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await symlink(join(ROOT, 'tools/xplain.mjs'), join(bin, 'xplain'));
  // What CI has, and we have not: each writes down how it was called.
  for (const name of ['npm', 'gh']) {
    await writeFile(join(bin, name), `#!/bin/sh\necho "${name} $*" >> calls.txt\n`);
    await chmod(join(bin, name), 0o755);
  }
  await writeFile(join(folder, 'xplain.yaml'), BUNDLE);
  const path = [bin, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  const environment = {
    PATH: path,
    HOME: folder,
    XPLAIN_URL: url,
    XPLAIN_API_KEY: key,
    OPS_SLACK_URL: 'https://hooks.slack.example/T00/canary',
  };
  const run = (script: string, more: Readonly<Record<string, string>> = {}) =>
    new Promise<{ code: number; out: string }>((resolve) => {
      const env = { ...environment, ...more };
      // As both CIs run it.
      const args = ['-e', '-o', 'pipefail', '-c', script];
      execFile('bash', args, { cwd: folder, env, timeout: 120_000 }, (error, out, err) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), out: out + err }),
      );
    });
  const rules = async () => (await get(owner, '/api/v1/alert-rules')).map(({ name }) => name);
  return { folder, run, rules, url };
}

const DIFF = '+ indexes.web\n+ channels.ops\n+ services.checkout\n+ alertRules.checkout-errors';

test('GitHub: a pull request gets the diff as a comment, and main is applied', async (t) => {
  const { folder, run, rules, url } = await scene(t);
  const { jobs } = parse(exampleOf('# .github/workflows')) as Workflow;
  const { env, steps } = jobs.config;
  const isFor = (event: 'pull_request' | 'push') => (step: Step) =>
    step.run !== undefined &&
    (step.if === undefined ||
      step.if ===
        (event === 'push'
          ? "github.ref == 'refs/heads/main'"
          : "github.event_name == 'pull_request'"));
  const go = async (event: 'pull_request' | 'push') => {
    for (const step of steps.filter(isFor(event))) {
      const more = 'PULL_REQUEST' in (step.env ?? {}) ? { PULL_REQUEST: '7', GH_TOKEN: 'x' } : {};
      const { code, out } = await run(step.run ?? '', more);
      if (code !== 0) return out;
    }
    return undefined;
  };

  assert.deepEqual(Object.keys(env), ['XPLAIN_URL', 'XPLAIN_API_KEY', 'OPS_SLACK_URL']);
  assert.equal(await go('pull_request'), undefined);
  assert.deepEqual(await rules(), [], 'a pull request changes nothing');
  assert.equal(await readFile(join(folder, 'comment.md'), 'utf8'), `\`\`\`diff\n${DIFF}\n\`\`\`\n`);
  const calls = await readFile(join(folder, 'calls.txt'), 'utf8');
  assert.equal(
    calls,
    `npm install --global ${url}/xplain-cli.tgz\ngh pr comment 7 --body-file comment.md\n`,
  );
  assert.equal(await go('push'), undefined);
  assert.deepEqual(await rules(), ['checkout-errors']);
  await writeFile(join(folder, 'xplain.yaml'), BUNDLE.replace('retentionDays', 'retentionDay'));
  assert.match((await go('pull_request')) ?? '', /xplain.yaml:\d+:\d+: .*retentionDay/);
});

test('GitLab: a merge request gets the diff as a note, and main is applied', async (t) => {
  const { folder, run, rules } = await scene(t);
  const notes: string[] = [];
  const gitlab = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const token = String(request.headers['private-token']);
      notes.push(`${request.method} ${request.url} ${token}\n${body}`);
      response.writeHead(201).end();
    });
  });
  await new Promise<void>((resolve) => void gitlab.listen(0, '127.0.0.1', resolve));
  t.after(() => void gitlab.close());
  const { port } = gitlab.address() as AddressInfo;
  const ci = parse(exampleOf('# .gitlab-ci')) as { readonly diff: Job; readonly apply: Job };
  const merge = {
    CI_API_V4_URL: `http://127.0.0.1:${port}/api/v4`,
    CI_PROJECT_ID: '12',
    CI_MERGE_REQUEST_IID: '7',
    GITLAB_TOKEN: 'glpat',
  };

  const shown = await run(ci.diff.script.join('\n'), merge);
  const before = await rules();
  const applied = await run(ci.apply.script.join('\n'));
  const same = await run(ci.diff.script.join('\n'), merge);
  await writeFile(join(folder, 'xplain.yaml'), `${BUNDLE}\nbroken: 1\n`);
  const broken = await run(ci.diff.script.join('\n'), merge);

  assert.equal(ci.diff.rules[0]?.if, '$CI_PIPELINE_SOURCE == "merge_request_event"');
  assert.equal(ci.apply.rules[0]?.if, '$CI_COMMIT_BRANCH == "main"');
  assert.deepEqual([shown.code, applied.code, same.code], [0, 0, 0], shown.out + applied.out);
  assert.deepEqual([before, await rules()], [[], ['checkout-errors']]);
  assert.notEqual(broken.code, 0);
  assert.equal(notes.length, 2);
  assert.match(notes[0] ?? '', /^POST \/api\/v4\/projects\/12\/merge_requests\/7\/notes glpat\n/);
  assert.ok(notes[0]?.replaceAll('\r', '').includes(DIFF), notes[0]);
  assert.ok(notes[1]?.includes('No changes.'), notes[1]);
});
