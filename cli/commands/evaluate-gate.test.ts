/** `xplain evaluate --check`: exit codes, waiting, the credit cap and the reports, against a server that plays along. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { playServer } from '../../test/support/programs/play-server.ts';
import { runCli } from '../run-cli.ts';

const ID = `chk_${'a'.repeat(22)}`;
const TOKEN = 'xpat_secret';

interface Look {
  readonly rows: number;
  /** By item. */
  readonly statuses: Readonly<Record<string, string>>;
}

interface Asked {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** Answers look after look; the last one stays. Every run costs a credit. */
async function scene(t: TestContext, looks: readonly Look[], check: object = {}) {
  const asked: Asked[] = [];
  const failures: { status: number; code: string }[] = [];
  let at = -1;
  const answerTo = (method: string, path: string, body: Record<string, unknown>): unknown => {
    if (method === 'GET' && path.startsWith('/api/v1/logs')) {
      return { data: { rows: [{ _time: '2026-11-15T08:00:00.000Z' }] }, nextCursor: null };
    }
    if (method === 'GET') {
      const items = [
        { id: 'migrated', description: 'The schema was migrated' },
        { id: 'ready', description: 'All workers are ready' },
      ];
      const found = {
        id: ID,
        name: 'deploy',
        query: 'service=shop',
        criteria: 'x',
        mode: 'test_classification',
        maxCredits: null,
        expectedItems: items,
        ...check,
      };
      if (path.includes('?')) return { data: path.endsWith('name=deploy') ? [found] : [] };
      return { data: found };
    }
    if (body['preview'] === true) {
      at = Math.min(at + 1, looks.length - 1);
      const rows = looks[at]?.rows ?? 0;
      return { data: { inputRowCount: rows, lines: [`${rows} lines`] } };
    }
    const { rows = 0, statuses = {} } = looks[Math.max(0, at)] ?? {};
    return {
      data: {
        verdict: Object.entries(statuses).map(([id, status]) => ({
          id,
          status,
          confidence: 0.9,
          explanation: `because of "${id}" & <b>\n::error::x (row 2)`,
        })),
        evidence: [{ id: 'ready', rows: [{ row: 2 }] }],
        summary: null,
        model: 'm',
        provider: 'offline',
        region: 'DE',
        inputRowCount: rows,
        truncated: false,
        creditsSpent: 1,
      },
    };
  };
  const { url, folder } = await playServer(t, ({ method, path, body }) => {
    asked.push({ path, body });
    const cap = body['maxCredits'];
    const failure =
      typeof cap === 'number' && cap < 1
        ? { status: 422, code: 'CREDIT_CAP_EXCEEDED' }
        : method === 'POST'
          ? failures.shift()
          : undefined;
    const answer = failure ? { code: failure.code, error: 'No.' } : answerTo(method, path, body);
    return { status: failure?.status, body: answer };
  });
  const run = async (args: readonly string[], input = '', name = 'deploy') => {
    const printed: string[] = [];
    const complained: string[] = [];
    const code = await runCli(
      {
        print: (line) => void printed.push(line),
        complain: (line) => void complained.push(line),
        environment: { XPLAIN_URL: url, XPLAIN_TOKEN: TOKEN },
        input: inputOf(input),
      },
      ['evaluate', '--check', name, ...args],
    );
    return { code, printed: printed.join('\n'), complained: complained.join('\n') };
  };
  const runs = (): Asked[] =>
    asked.filter(({ path, body }) => path.endsWith('/run') && body['preview'] !== true);
  return { run, runs, asked, failures, folder };
}

async function* inputOf(text: string): AsyncGenerator<string> {
  yield text;
}

const GOOD = { rows: 2, statuses: { migrated: 'passed', ready: 'passed' } };
const OPEN = { rows: 1, statuses: { migrated: 'passed', ready: 'not_found' } };
const BAD = { rows: 3, statuses: { migrated: 'failed', ready: 'passed' } };
const NONE = { rows: 0, statuses: {} };

test('exit codes: 0 passed, 1 failed, 2 undecided, 3 error', async (t) => {
  const codeOf = async (look: Look, args: readonly string[] = [], name?: string) => {
    const { run } = await scene(t, [look]);
    return (await run(['--since', '-5m', ...args], '', name)).code;
  };

  assert.equal(await codeOf(GOOD), 0);
  assert.equal(await codeOf(BAD), 1);
  assert.equal(await codeOf(OPEN), 2);
  assert.equal(await codeOf(NONE), 2);
  assert.equal(await codeOf({ rows: 1, statuses: { migrated: 'failed', ready: 'not_found' } }), 1);
  assert.equal(await codeOf({ rows: 1, statuses: { migrated: 'skipped', ready: 'passed' } }), 1);
  assert.equal(await codeOf(GOOD, [], 'unknown'), 3);
  assert.equal(await codeOf(GOOD, [], ID), 0);
  assert.equal(await codeOf(GOOD, ['--wait', 'soon']), 3);
  assert.equal(await codeOf(GOOD, ['--wait', '25h']), 3);
  assert.equal(await codeOf(GOOD, ['--every', '5s']), 3);
  assert.equal(await codeOf(GOOD, ['--query', 'x']), 3);
  assert.equal(await codeOf(GOOD, ['--file', 'x.log']), 3);
  assert.equal(await codeOf(GOOD, ['--credits', '-1']), 3);
  assert.equal(await codeOf(GOOD, ['--junit', '/nowhere/at/all.xml']), 3);
});

test('it asks again as events arrive, and ends once every item is decided', async (t) => {
  const { run, runs } = await scene(t, [NONE, OPEN, OPEN, GOOD, BAD]);

  const { code, printed, complained } = await run([
    '--since',
    '-5m',
    '--wait',
    '1m',
    '--every',
    '1s',
  ]);

  assert.equal(code, 0);
  // What did not change is not judged again, and nothing is asked once all is decided.
  assert.equal(runs().length, 2);
  const times = runs().map(({ body }) => body['earliest']);
  assert.equal(new Set(times).size, 1);
  assert.match(String(times[0]), /^\d{4}-.*Z$/);
  assert.match(complained, /Waiting for events, at most/);
  assert.match(complained, /Waiting for ready, at most/);
  assert.match(printed, /Evaluated by m \(offline, DE\), 2 credits/);
  assert.match(printed, /Passed: 2 passed/);
});

test('what never comes is undecided, and it ends in time', async (t) => {
  const { run, runs } = await scene(t, [OPEN]);
  const startedAt = performance.now();

  const { code, printed } = await run(['--since', '-5m', '--wait', '2s', '--every', '1s']);

  assert.equal(code, 2);
  assert.ok(performance.now() - startedAt >= 2_000);
  assert.equal(runs().length, 1);
  assert.match(printed, /\?{4} {2}ready +not found/);
});

test('the cap holds for all runs together, and what was judged before it counts', async (t) => {
  const open = (rows: number): Look => ({ ...OPEN, rows });
  const { run, runs } = await scene(t, [open(1), open(2), open(3), open(4)]);

  const times = ['--since', '-5m', '--wait', '1m', '--every', '1s'];
  const { code, printed } = await run([...times, '--credits', '2.5']);

  assert.equal(code, 2);
  assert.deepEqual(
    runs().map(({ body }) => body['maxCredits']),
    [2.5, 1.5, 0.5],
  );
  assert.match(printed, /credit cap of 2\.5 credits doesn't allow another run/);
  assert.match(printed, /2 credits/);
});

test('the cap of the check is the default', async (t) => {
  const { run, runs } = await scene(t, [GOOD], { maxCredits: 7 });

  await run(['--since', '-5m']);

  assert.equal(runs()[0]?.body['maxCredits'], 7);
});

test('a mark is the newest event with its text', async (t) => {
  const { run, runs, asked } = await scene(t, [GOOD]);

  const { code } = await run(['--since', 'mark:release "1.4" started']);

  assert.equal(code, 0);
  assert.equal(runs()[0]?.body['earliest'], '2026-11-15T08:00:00.000Z');
  const search = asked.find(({ path }) => path.startsWith('/api/v1/logs'));
  const query = new URL(search?.path ?? '', 'http://x').searchParams.get('query');
  assert.equal(query, '"release \\"1.4\\" started"');
});

test('a server that restarts costs time, no verdict; what is refused ends it', async (t) => {
  const restarting = await scene(t, [GOOD]);
  restarting.failures.push({ status: 500, code: 'INTERNAL' });
  const refused = await scene(t, [GOOD]);
  refused.failures.push({ status: 403, code: 'INSUFFICIENT_SCOPE' });
  const poor = await scene(t, [GOOD]);
  poor.failures.push({ status: 429, code: 'AI_CREDITS_EXHAUSTED' });
  const args = ['--since', '-5m', '--wait', '20s', '--every', '1s'];

  assert.equal((await restarting.run(args)).code, 0);
  assert.equal((await refused.run(args)).code, 3);
  assert.equal((await poor.run(args)).code, 3);
  // Without time left it is an error, not a verdict.
  restarting.failures.push({ status: 500, code: 'INTERNAL' });
  assert.equal((await restarting.run(['--since', '-5m'])).code, 3);
});

test('a check without a query evaluates a file or standard input once', async (t) => {
  const { run, runs, folder } = await scene(t, [GOOD], { query: null });
  const file = join(folder, 'deploy.log');
  await writeFile(file, 'one\n\ntwo\n');

  const fromFile = await run(['--file', file, '--github']);
  const fromInput = await run([], 'three\n');

  assert.deepEqual([fromFile.code, fromInput.code], [0, 0]);
  assert.deepEqual(
    runs().map(({ body }) => body['rows']),
    [['one', 'two'], ['three']],
  );
  assert.match(fromFile.printed, /ready .*\(line 3\)/);
  assert.equal((await run(['--wait', '1m'], 'x')).code, 3);
  assert.equal((await run([], '')).code, 3);
});

test('reports: JUnit, Markdown, SARIF and annotations, in which a row steers nothing', async (t) => {
  const { run, folder } = await scene(t, [
    { rows: 3, statuses: { migrated: 'failed', ready: 'not_found' } },
  ]);
  const file = (name: string): string => join(folder, name);

  const reports = [
    '--junit',
    file('a.xml'),
    '--markdown',
    file('a.md'),
    '--sarif',
    file('a.sarif'),
  ];
  const { code, printed } = await run(['--since', '-5m', '--github', ...reports]);

  assert.equal(code, 1);
  const junit = await readFile(file('a.xml'), 'utf8');
  assert.match(junit, /<testsuite name="deploy" tests="2" failures="1" errors="1"/);
  assert.match(
    junit,
    /<testcase classname="xplain.evaluation" name="migrated"><failure message="failed, /,
  );
  assert.match(await readFile(file('a.md'), 'utf8'), /❌ fail \| migrated/);
  const sarif = JSON.parse(await readFile(file('a.sarif'), 'utf8')) as Sarif;
  assert.equal(sarif.version, '2.1.0');
  assert.deepEqual(
    sarif.runs[0]?.results.map(({ ruleId, kind, level }) => [ruleId, kind, level]),
    [
      ['migrated', 'fail', 'error'],
      ['ready', 'open', 'none'],
    ],
  );
  assert.deepEqual(sarif.runs[0]?.results[0]?.locations, [
    { physicalLocation: { artifactLocation: { uri: 'xplain/deploy' } } },
  ]);
  const annotations = printed.split('\n').filter((line) => line.startsWith('::'));
  assert.equal(annotations.length, 2);
  assert.match(
    annotations[0] ?? '',
    /^::error title=deploy%3A migrated::failed, confidence 0\.90: /,
  );
  assert.match(annotations[1] ?? '', /^::warning title=deploy%3A ready::not found/);
});

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly results: readonly {
      readonly ruleId: string;
      readonly kind: string;
      readonly level: string;
      readonly locations: unknown;
    }[];
  }[];
}
