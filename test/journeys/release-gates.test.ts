/** Release gates on the whole program: a line that comes late, one that never comes, and the examples of the page. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { runCli } from '../../cli/run-cli.ts';
import { blocksOf } from '../support/programs/follow-page.ts';
import { startApp } from '../support/programs/start-app.ts';
import { signIn } from '../support/programs/visitor.ts';
import { removeFolder } from '../support/remove-folder.ts';

const ADMIN = { email: 'ada@example.com', password: 'Correct-Horse-42-Battery' };
const PAGE = 'docs/evaluation/gates.md';
const DRAFT = {
  name: 'deploy',
  query: 'service=shop',
  criteria: 'Judge whether the deployment went through.',
  expectedItems: [
    { id: 'migrated', description: 'The schema was migrated' },
    { id: 'ready', description: 'All workers are ready' },
  ],
  maxCredits: 5,
};
const FIRST = 'release 1.4 started';
const SECOND = 'INFO schema was migrated';
const LAST = 'INFO all workers are ready';

async function start(t: TestContext) {
  const app = await startApp(t, {
    XPLAIN_ADMIN_EMAIL: ADMIN.email,
    XPLAIN_ADMIN_PASSWORD: ADMIN.password,
    XPLAIN_RATE_EVALUATION: '0',
    XPLAIN_RATE_SEARCH: '0',
  });
  const visitor = await signIn(app.url, ADMIN);
  const { id } = await visitor.create<{ id: string }>('/api/v1/checks', DRAFT);
  await visitor.create('/api/v1/checks', { ...DRAFT, name: 'migration', query: null });
  const { value: token } = await visitor.create<{ value: string }>('/api/v1/access-tokens', {
    name: 'gate',
    scopes: ['evaluations:run', 'search:read'],
  });
  const { value: key } = await visitor.create<{ value: string }>('/api/v1/api-keys', {
    name: 'shop',
    scope: 'ingest-only',
  });
  const send = async (event: string): Promise<void> => {
    const sent = await fetch(`${app.url}/api/v1/logs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ event, attributes: { service: 'shop' } }),
    });
    assert.equal(sent.status, 202, await sent.text());
  };
  const folder = await mkdtemp(join(tmpdir(), 'gates-'));
  t.after(() => removeFolder(folder));
  const environment = {
    XPLAIN_URL: app.url,
    XPLAIN_TOKEN: token,
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    CI_PIPELINE_CREATED_AT: new Date(Date.now() - 60_000).toISOString(),
  };
  const run = async (args: readonly string[]) => {
    const lines: string[] = [];
    const line = (text: string): void => void lines.push(text);
    const code = await runCli({ print: line, complain: line, environment }, ['evaluate', ...args]);
    return { code, text: lines.join('\n') };
  };
  return { app, id, token, send, run, folder, environment };
}

test('a gate that starts before the last line passes, one whose line never comes is undecided', async (t) => {
  const { app, id, token, send, run, folder, environment } = await start(t);
  const gate = ['--check', 'deploy', '--since', 'mark:release 1.4 started', '--every', '1s'];

  await send(FIRST);
  await send(SECOND);
  const undecided = await run([...gate, '--wait', '12s']);
  const waiting = run([...gate, '--wait', '2m']);
  await sleep(3_000);
  await send(LAST);
  const startedAt = performance.now();
  const passed = await waiting;
  const ms = performance.now() - startedAt;

  assert.equal(undecided.code, 2, undecided.text);
  assert.match(undecided.text, /\?{4} {2}ready /);
  assert.equal(passed.code, 0, passed.text);
  assert.ok(ms < 60_000, `${ms} ms after the last line`);

  // Every command of the page, as its shell splits it; files go to a folder of the test.
  const page = await readFile(PAGE, 'utf8');
  const commands = [...page.matchAll(/xplain evaluate (--check deploy --since .*?)(?='$|$)/gm)];
  assert.equal(commands.length, 5);
  for (const [, command = ''] of commands) {
    const args = wordsOf(command, environment).map((word) =>
      /^[\w.]+\.(xml|sarif)$/.test(word) ? join(folder, word) : word,
    );
    const { code, text } = await run(args);
    assert.equal(code, 0, `${command}\n${text}`);
  }
  assert.match(
    await readFile(join(folder, 'report.xml'), 'utf8'),
    /<testsuite name="deploy" tests="2"/,
  );
  assert.match(await readFile(environment.GITHUB_STEP_SUMMARY, 'utf8'), /✅ pass/);
  assert.match(await readFile(join(folder, 'xplain.sarif'), 'utf8'), /"kind": "pass"/);

  await compareAsOnThePage({ run, folder, environment });
  await followAnalysis(page, { url: app.url, id, token });
});

/** Both commands of the page of checks: two time ranges, then two files. */
async function compareAsOnThePage({
  run,
  folder,
  environment,
}: Pick<Awaited<ReturnType<typeof start>>, 'run' | 'folder' | 'environment'>): Promise<void> {
  await writeFile(join(folder, 'yesterday.log'), `${SECOND}\n`);
  await writeFile(join(folder, 'today.log'), `${SECOND}\n${LAST}\n`);
  const commands = blocksOf('docs/evaluation/checks.md').join('').trim().split('\n');
  assert.equal(commands.length, 2);
  for (const command of commands) {
    const given = wordsOf(command.replace(/^xplain evaluate /, ''), environment);
    const args = given.map((word) => (word.endsWith('.log') ? join(folder, word) : word));
    const { code, text } = await run(args);
    assert.equal(code, 1, `${command}\n${text}`);
    assert.match(text, /CHANGED {2}ready {2}not found → passed/);
  }
}

/** Sends what Argo Rollouts would send, and reads the answer by its conditions. */
async function followAnalysis(
  page: string,
  { url, id, token }: { readonly url: string; readonly id: string; readonly token: string },
): Promise<void> {
  const [, block = ''] = /^```yaml\n(apiVersion.*?)^```$/ms.exec(page) ?? [];
  const template = parse(block) as AnalysisTemplate;
  const [metric] = template.spec.metrics;
  assert.ok(metric !== undefined);
  const { web } = metric.provider;
  const headers = Object.fromEntries(
    web.headers.map(({ key, value }) => [key, value.replace('{{args.token}}', token)]),
  );
  const address = web.url.replace('https://logs.example.com', url).replace(/chk_\w+/, id);
  const answer = await fetch(address, {
    method: web.method,
    headers,
    body: JSON.stringify(web.jsonBody),
  });
  const body = (await answer.json()) as { data: { verdict: { status: string }[] } };

  assert.equal(answer.status, 200, JSON.stringify(body));
  assert.equal(web.jsonPath, '{$.data}');
  assert.equal(metric.successCondition, 'all(result.verdict, {#.status == "passed"})');
  assert.equal(metric.failureCondition, 'any(result.verdict, {#.status == "failed"})');
  assert.ok(body.data.verdict.every(({ status }) => status === 'passed'));
}

interface AnalysisTemplate {
  readonly spec: {
    readonly metrics: readonly {
      readonly successCondition: string;
      readonly failureCondition: string;
      readonly provider: {
        readonly web: {
          readonly method: string;
          readonly url: string;
          readonly headers: readonly { readonly key: string; readonly value: string }[];
          readonly jsonBody: object;
          readonly jsonPath: string;
        };
      };
    }[];
  };
}

function wordsOf(command: string, environment: Readonly<Record<string, string>>): string[] {
  const out = execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { env: environment });
  return out.toString().split('\0').slice(0, -1);
}
