/** `xplain evaluate` as CI runs it: a process of its own, against the whole program. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Report } from '../../cli/evaluate/outcome.ts';
import type { EvaluationResult } from '../../src/contract/evaluation.ts';
import { fastStart } from '../support/programs/fast-start.ts';
import { startApp, type RunningApp } from '../support/programs/start-app.ts';
import { startModelServer } from '../support/evaluation/start-model-server.ts';
import { signIn, type Visitor } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';
import { removeFolder } from '../support/remove-folder.ts';

const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
const LOG = [
  '2026-11-01T10:00:00Z INFO  database backup completed in 42 s',
  '2026-11-01T10:00:50Z INFO  migration to schema v7 completed',
  '2026-11-01T10:01:00Z ERROR health check of checkout failed after 3 attempts',
  '',
].join('\n');
const CRITERIA = 'criteria: Judge the steps of the deployment.\n';

test('a log is checked against the whole program: pass, fail, and cannot be told', async (t) => {
  const { run } = await scene(t);
  const backup = '  - { id: backup, description: The database backup completed }\n';
  const health = '  - { id: health, description: The health check of checkout }\n';
  const absent = '  - { id: rollback, description: Traffic was rolled back to blue }\n';

  const passed = await run(`${CRITERIA}items:\n${backup}`, LOG, ['--json']);
  assert.equal(passed.code, 0, passed.output);
  const report = JSON.parse(passed.stdout) as Report;
  assert.equal(report.evaluation?.provider, 'offline');
  assert.deepEqual(report.results[0]?.lines, [1]);

  const failed = await run(`${CRITERIA}items:\n${backup}${health}${absent}`, LOG, []);
  assert.equal(failed.code, 1, failed.output);
  assert.match(failed.stdout, /pass {2}backup .*\n {2}FAIL {2}health .*\n {2}\?{4} {2}rollback /);

  const unknown = await run(`${CRITERIA}items:\n${backup}${absent}`, LOG, []);
  assert.equal(unknown.code, 2, unknown.output);

  const preview = await run(CRITERIA, LOG, ['--preview']);
  assert.equal(preview.code, 0, preview.output);
  // Lines that have nothing in common are one-off lines.
  assert.match(preview.stdout, /^\[1x\] 2026-11-01T10:00:00Z INFO {2}database backup completed/m);

  const wrong = await run(`${CRITERIA}model: vendor-nobody-1-0\n`, LOG, []);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stdout, /VALIDATION_ERROR.*\n {2}model: /);
});

test('the first call of the documentation answers as it says there', async (t) => {
  const { app, token } = await scene(t);
  const url = new URL('../../docs/evaluation/README.md', import.meta.url);
  const body = /-d '(\{[^']*\})'/.exec(await readFile(url, 'utf8'))?.[1] ?? '';
  const answer = await fetch(`${app.url}/api/v1/evaluations/run-adhoc`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  });
  const { data } = (await answer.json()) as { data: EvaluationResult };
  assert.deepEqual(
    data.verdict.map(({ id, status }) => [id, status]),
    [
      ['capture', 'failed'],
      ['mail', 'passed'],
      ['refund', 'not_found'],
    ],
  );
});

test('the events of a query are checked here and judged there', async (t) => {
  const { run, ada } = await scene(t);
  await ada.create('/api/v1/logs', [
    { event: 'database backup completed in 42 s', source: 'deploy' },
    { event: 'migration to schema v7 completed', source: 'deploy' },
    { event: 'panic: out of memory', source: 'other' },
  ]);
  await untilFound(ada, 3);
  const checks = `checks:\n  - absent: 'panic:'\n  - { count: completed, equals: 2 }\n${CRITERIA}`;
  const items = 'items: [{ id: backup, description: The database backup completed }]\n';

  const query = ['--query', 'source=deploy', '--earliest', '-1h', '--latest', '+1m'];
  const { code, output } = await run(checks + items, '', query);
  assert.equal(code, 0, output);
  const all = await run(checks + items, '', ['--query', 'source=*', '--latest', '+1m']);
  assert.equal(all.code, 1, all.output);
  const broken = await run(CRITERIA, '', ['--query', 'source=(']);
  assert.equal(broken.code, 2);
  assert.match(broken.stdout, /QUERY_SYNTAX_ERROR/);
});

test('a model answers, and when it is away nobody else does', async (t) => {
  const model = await startModelServer(t);
  const { app, run, folder } = await scene(t, model.environment);
  model.playBy(({ text }) => {
    const n = Number(/^(\d+) .*health check of checkout/m.exec(text)?.[1]);
    const evidence = [{ n, q: 'health check of checkout failed' }];
    const finding = { item: 1, evidence, explanation: 'It failed.', status: 'failed' };
    return { say: { findings: [{ ...finding, confidence: 0.9, entity: null }], summary: null } };
  });
  const checks = `${CRITERIA}items: [{ id: health, description: Checkout is healthy }]\n`;
  const junit = join(folder, 'report.xml');

  const failed = await run(checks, LOG, ['--junit', junit]);

  assert.equal(failed.code, 1, failed.output);
  assert.match(failed.stdout, /Evaluated by \S+ \(openai-compatible, DE\)/);
  assert.match(await readFile(junit, 'utf8'), /failures="1"[^]*It failed\..*\(line 3\)/);
  assert.equal(model.seen.length, 1);
  assert.match(app.output(), /ai provider is used for evaluations/);

  model.play({ status: 403 });
  const away = await run(checks, LOG, ['--timeout', '20']);
  assert.equal(away.code, 2, away.output);
  assert.match(away.output, /AI_PROVIDER_NOT_EU/);
  assert.ok(!away.output.includes('offline'));
});

test('a provider outside the EU does not stop the platform, and gets nothing', async (t) => {
  const model = await startModelServer(t);
  const { app, token } = await scene(t, {
    XPLAIN_AI_PROVIDER: 'bedrock',
    XPLAIN_AI_REGION: 'eu-west-2',
    XPLAIN_AI_MODEL_HAIKU_4_5: 'eu.vendor.some-haiku-4-5',
    XPLAIN_AI_URL: model.url,
    XPLAIN_AI_KEY: 'geheim-geheim',
  });
  const answer = await fetch(`${app.url}/api/v1/evaluations/run-adhoc`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rows: ['a'], criteria: 'b' }),
  });
  assert.equal(answer.status, 503);
  assert.ok(Number(answer.headers.get('retry-after')) > 0);
  assert.equal(((await answer.json()) as { code: string }).code, 'AI_PROVIDER_NOT_EU');
  assert.match(app.output(), /ai provider rejected/);
  assert.match(app.output(), /XPLAIN_AI_REGION is not a region of AWS inside the EU/);
  assert.ok(!app.output().includes('geheim'));
  assert.equal(model.seen.length + model.profilesSeen.length, 0);
});

interface Scene {
  readonly app: RunningApp;
  readonly ada: Visitor;
  readonly token: string;
  readonly folder: string;
  readonly run: (
    checks: string,
    log: string,
    args: readonly string[],
  ) => Promise<{ code: number | null; stdout: string; output: string }>;
}

async function scene(t: TestContext, environment: Record<string, string> = {}): Promise<Scene> {
  const app = await startApp(t, {
    ...ADMIN_ENVIRONMENT,
    XPLAIN_RATE_EVALUATION: '0',
    XPLAIN_RATE_LOGS: '0',
    XPLAIN_LIMITS: JSON.stringify({ model: { retryAfterSeconds: 1 } }),
    ...environment,
  });
  const ada = await signIn(app.url, ADMIN);
  const scopes = ['evaluations:run', 'search:read'];
  const draft = { name: 'ci', scopes };
  const { value: token } = await ada.create<{ value: string }>('/api/v1/access-tokens', draft);
  const folder = await mkdtemp(join(tmpdir(), 'xplain-ci-'));
  t.after(() => removeFolder(folder));
  return {
    app,
    ada,
    token,
    folder,
    async run(checks, log, args) {
      await writeFile(join(folder, 'checks.yaml'), checks);
      return spawnCli(t, { cwd: folder, url: app.url, token }, log, args);
    },
  };
}

async function spawnCli(
  t: TestContext,
  place: { readonly cwd: string; readonly url: string; readonly token: string },
  log: string,
  args: readonly string[],
) {
  const child = spawn(process.execPath, [MAIN, 'evaluate', ...args], {
    cwd: place.cwd,
    env: {
      PATH: process.env['PATH'] ?? '',
      ...fastStart(),
      XPLAIN_URL: place.url,
      XPLAIN_TOKEN: place.token,
    },
  });
  t.after(() => child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => void (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (stderr += chunk.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(log);
  await once(child, 'close');
  return { code: child.exitCode, stdout, output: stdout + stderr };
}

async function untilFound(ada: Visitor, count: number): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { total } = await ada.read<{ total: number }>('/api/v1/search/histogram?latest=%2B1m');
    if (total >= count) return;
    await sleep(100);
  }
  assert.fail('The events were not found within thirty seconds.');
}
