import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import {
  type Answer,
  type FakeServer,
  serve,
} from '../../test/support/evaluation/fake-evaluations.ts';
import type { Report } from '../evaluate/outcome.ts';
import { runCli } from '../run-cli.ts';
import { removeFolder } from '../../test/support/remove-folder.ts';

const LOG = ['build ok', '', 'retry 1', 'capture failed code=51', 'deploy done'].join('\n');
const CRITERIA = 'criteria: Judge the deployment.\nitems:\n  - { id: a, description: It built }\n';
const TOKEN = 'xpat_geheim';

test('checks alone need no server, no token and cost nothing', async (t) => {
  const { run } = await scene(t);
  const good = await run('checks:\n  - absent: panic\n  - order: [build, deploy]\n', [], {
    environment: {},
  });
  assert.equal(good.code, 0);
  assert.match(
    good.printed,
    /checks\.yaml, 4 rows\n {2}pass {2}check-1 .*\n[^]*\nPassed: 2 passed/,
  );
  const bad = await run('checks: [{ id: no-capture, absent: capture failed }]', [], {
    environment: {},
  });
  assert.equal(bad.code, 1);
  assert.match(bad.printed, /FAIL {2}no-capture {2}"capture failed" found on 1 line \(line 4\)/);
});

test('criteria and items are sent with the rows, and a pass is a pass', async (t) => {
  const { run, server } = await scene(t);
  server.answer = verdict([finding('a', 'passed')], [{ id: 'a', rows: [{ row: 2 }, { row: 4 }] }]);

  const { code, printed } = await run(`${CRITERIA}model: vendor-haiku-4-5\n`);

  assert.equal(code, 0);
  assert.match(printed, /Evaluated by vendor-haiku-4-5 \(offline, DE\), 0\.5 credits/);
  assert.match(printed, /pass {2}a {2}passed, confidence 0\.90: because \(lines 3, 5\)/);
  const [seen] = server.seen;
  assert.equal(seen?.method, 'POST');
  assert.equal(seen.url, '/api/v1/evaluations/run-adhoc');
  assert.equal(seen.authorization, `Bearer ${TOKEN}`);
  assert.deepEqual(seen.body, {
    rows: ['build ok', 'retry 1', 'capture failed code=51', 'deploy done'],
    criteria: 'Judge the deployment.',
    model: 'vendor-haiku-4-5',
    expectedItems: [{ id: 'a', description: 'It built' }],
  });
});

test('the code says what the statuses mean', async (t) => {
  const { run, server } = await scene(t);
  const cases = [
    ['', 'passed', 0],
    ['', 'failed', 1],
    ['', 'skipped', 1],
    ['', 'not_found', 2],
    ['', undefined, 1],
    [', expect: [passed, skipped]', 'skipped', 0],
    [', expect: failed', 'failed', 0],
    [', expect: failed', 'passed', 1],
    [', expect: not_found', 'not_found', 0],
    [', expect: failed', 'not_found', 2],
  ] as const;
  for (const [expect, status, code] of cases) {
    server.answer = verdict([finding('a', status)]);
    const checks = `criteria: x\nitems: [{ id: a, description: b${expect} }]`;
    assert.equal((await run(checks)).code, code, `${expect} ${status}`);
  }
  server.answer = verdict([finding('a', 'failed'), finding('b', 'not_found')]);
  const two = 'criteria: x\nitems: [{ id: a, description: c }, { id: b, description: c }]';
  assert.equal((await run(two)).code, 1);
  server.answer = verdict([finding('b', 'passed')]);
  const { code, printed } = await run(two);
  assert.equal(code, 2);
  assert.match(printed, /\?{4} {2}a {2}the verdict has no finding for this item/);
});

test('without items the criteria are judged, and a generic verdict fails by its failures', async (t) => {
  const { run, server } = await scene(t);
  const criteria = 'criteria: x\n';
  for (const [findings, code] of [
    [[finding('criteria', 'passed')], 0],
    [[finding('criteria', 'failed')], 1],
    [[finding('criteria', 'not_found')], 2],
    [[], 2],
  ] as const) {
    server.answer = verdict(findings);
    assert.equal((await run(criteria)).code, code);
  }
  const generic = `${criteria}mode: generic_verdict\n`;
  server.answer = verdict([finding('f1', 'passed'), finding('f2', undefined)]);
  assert.equal((await run(generic)).code, 0);
  server.answer = verdict([finding('f1', 'passed'), finding('f2', 'failed')]);
  assert.equal((await run(generic)).code, 1);
});

test('a failed check saves the question, unless it is wanted', async (t) => {
  const { run, server } = await scene(t);
  server.answer = verdict([finding('a', 'passed')]);
  const checks = `checks: [{ absent: retry }]\n${CRITERIA}`;

  const saved = await run(checks);
  assert.equal(saved.code, 1);
  assert.equal(server.seen.length, 0);
  assert.match(saved.printed, /Skipped the server because a local check failed/);

  const asked = await run(checks, ['--keep-going']);
  assert.equal(asked.code, 1);
  assert.equal(server.seen.length, 1);
});

test('what the server refuses is not evaluable, in its own words', async (t) => {
  const { run, server } = await scene(t);
  const refusals = [
    [
      400,
      {
        code: 'VALIDATION_ERROR',
        error: 'Invalid input.',
        details: [{ path: 'model', message: 'is not known' }],
      },
      /Invalid input\. \(VALIDATION_ERROR\)\n {2}model: is not known/,
    ],
    [
      401,
      { code: 'INVALID_PAT', error: 'The token is not valid.' },
      /The token is not valid\. \(INVALID_PAT\)/,
    ],
    [403, { code: 'INSUFFICIENT_SCOPE', error: 'It lacks a scope.' }, /INSUFFICIENT_SCOPE/],
    [
      429,
      {
        code: 'AI_CREDITS_EXHAUSTED',
        error: 'No credits are left.',
        resetsAt: '2027-01-01T00:00:00.000Z',
      },
      /Credits reset at 2027-01-01T00:00:00\.000Z/,
    ],
    [404, 'Not Found', /unexpected response with status 404/],
    [302, '', /unexpected response with status 302/],
    [500, { code: 'INTERNAL', error: 'An unexpected fault.' }, /INTERNAL/],
  ] as const;
  for (const [status, body, expected] of refusals) {
    server.seen.length = 0;
    server.answer = { status, body, headers: { location: 'http://127.0.0.1:1/' } };
    const { code, printed } = await run(CRITERIA);
    assert.equal(code, 2, String(status));
    assert.match(printed, expected);
    assert.equal(server.seen.length, 1);
  }
});

test('what may pass is tried again', async (t) => {
  const { run, server } = await scene(t);
  const away = { code: 'AI_PROVIDER_NOT_EU', error: 'No capacity.' };
  const busy = { status: 503, body: away, headers: { 'retry-after': '0' } };
  server.answers = [busy, busy, verdict([finding('a', 'passed')])];
  const { code, complained } = await run(CRITERIA);
  assert.equal(code, 0);
  assert.equal(server.seen.length, 3);
  assert.match(complained, /AI_PROVIDER_NOT_EU: retrying in 0 s…/);

  server.seen.length = 0;
  server.answer = busy;
  assert.equal((await run(CRITERIA)).code, 2);
  assert.equal(server.seen.length, 3);

  server.seen.length = 0;
  server.answer = { ...busy, headers: { 'retry-after': '61' } };
  assert.equal((await run(CRITERIA)).code, 2);
  assert.equal(server.seen.length, 1);
});

test('nobody there, and too slow', async (t) => {
  const { run, server } = await scene(t);
  const environment = { XPLAIN_URL: 'http://127.0.0.1:1', XPLAIN_TOKEN: TOKEN };
  const nobody = await run(CRITERIA, [], { environment });
  assert.equal(nobody.code, 2);
  assert.match(nobody.printed, /can't reach http:\/\/127\.0\.0\.1:1: /);
  server.isSilent = true;
  const slow = await run(CRITERIA, ['--timeout', '1']);
  assert.equal(slow.code, 2);
  assert.match(slow.printed, /timed out after 1 s/);
});

test('no rows are nothing that passes', async (t) => {
  const { run, server } = await scene(t);
  for (const checks of ['checks: [{ absent: x }]', CRITERIA]) {
    const { code, printed } = await run(checks, [], { input: '\n \r\n' });
    assert.equal(code, 2);
    assert.match(printed, /No events to evaluate\./);
  }
  assert.equal(server.seen.length, 0);
});

test('more rows than the server takes are refused here, never cut', async (t) => {
  const { run, server } = await scene(t);
  server.answer = verdict([finding('a', 'passed')]);
  const lines = (count: number) => 'x\n'.repeat(count);
  assert.equal((await run(CRITERIA, [], { input: lines(10_000) })).code, 0);
  const { code, printed } = await run(CRITERIA, [], { input: lines(10_001) });
  assert.equal(code, 2);
  assert.match(printed, /10001 events, but an evaluation takes at most 10000/);
  assert.equal((await run(CRITERIA, [], { input: 'y'.repeat(11_000_000) })).code, 2);
  assert.equal(server.seen.length, 1);
  const local = await run('checks: [{ count: x, equals: 10001 }]', [], { input: lines(10_001) });
  assert.equal(local.code, 0);
});

test('a query is judged by the server, and read here only for the checks', async (t) => {
  const { run, server } = await scene(t);
  server.answer = verdict([finding('a', 'passed')]);
  const query = ['--query', 'service=checkout', '--earliest', '-15m'];

  assert.equal((await run(CRITERIA, query)).code, 0);
  const [only] = server.seen;
  assert.equal(server.seen.length, 1);
  const source = sourceIn(only?.body);
  assert.deepEqual([source['query'], source['earliest']], ['service=checkout', '-15m']);
  assert.match(source['latest'] ?? '', /^\d{4}-\d\d-\d\dT/);

  server.seen.length = 0;
  server.answers = [
    { status: 200, body: { data: { rows: [{ event: 'second' }] }, nextCursor: 'next' } },
    { status: 200, body: { data: { rows: [{ event: 'first' }] }, nextCursor: null } },
    verdict([finding('a', 'passed')]),
  ];
  const both = await run(`checks: [{ order: [first, second] }]\n${CRITERIA}`, query);
  assert.equal(both.code, 0, both.printed);
  const [first, second, third] = server.seen.map(({ url }) => new URL(url, 'http://x'));
  assert.equal(first?.pathname, '/api/v1/logs');
  assert.equal(first.searchParams.get('query'), 'service=checkout');
  assert.equal(second?.searchParams.get('cursor'), 'next');
  assert.equal(second.searchParams.get('latest'), first.searchParams.get('latest'));
  assert.equal(third?.pathname, '/api/v1/evaluations/run-adhoc');
});

test('reports are written beside the output', async (t) => {
  const { run, server, folder } = await scene(t);
  server.answer = verdict([finding('a', 'failed', '<b>|capture & co</b>')]);
  const junit = join(folder, 'report.xml');
  const markdown = join(folder, 'report.md');
  const summary = join(folder, 'summary.md');
  await writeFile(summary, 'before\n');
  await writeFile(markdown, 'before\n');

  const { code, printed } = await run(CRITERIA, [
    '--junit',
    junit,
    '--markdown',
    markdown,
    '--json',
  ]);
  assert.equal(code, 1);
  const report = JSON.parse(printed) as Report;
  assert.deepEqual([report.outcome, report.results[0]?.id, report.rowCount], ['failed', 'a', 4]);
  assert.match(await readFile(junit, 'utf8'), /failures="1"[^]*&lt;b&gt;\|capture &amp; co/);
  assert.match(await readFile(markdown, 'utf8'), /^## checks\\\.yaml[^]*\\<b\\>\\\|capture \\& co/);

  const environment = { GITHUB_STEP_SUMMARY: summary };
  await run('checks: [{ absent: panic }]', ['--markdown', summary], { environment });
  assert.match(await readFile(summary, 'utf8'), /^before\n## checks/);

  const lost = await run('checks: [{ absent: panic }]', ['--junit', join(folder, 'no', 'x.xml')]);
  assert.equal(lost.code, 2);
  assert.match(lost.complained, /can't write .*x\.xml \(ENOENT\)/);
});

test('a failed check is a failure also where its report cannot be written, and the other one is', async (t) => {
  const { run, folder } = await scene(t);
  const markdown = join(folder, 'report.md');
  const [at, there] = [join(folder, 'no', 'x.xml'), '--markdown'];
  const { code, printed, complained } = await run('checks: [{ present: nothing of this kind }]', [
    '--junit',
    at,
    there,
    markdown,
  ]);
  assert.equal(code, 1);
  assert.match(printed, /Failed: 0 passed, 1 failed, 0 not evaluable\./);
  assert.match(complained, /can't write .*x\.xml \(ENOENT\)/);
  assert.match(await readFile(markdown, 'utf8'), /❌ fail/);
});

test('what nobody could judge is counted', async (t) => {
  const { run, server } = await scene(t);
  const checks = `${CRITERIA}  - { id: b, description: It ran }\nchecks: [{ absent: panic }]\n`;
  server.answer = { status: 503, body: { error: 'Down.', code: 'STORAGE_UNAVAILABLE' } };
  const down = await run(checks, []);
  assert.equal(down.code, 2);
  assert.match(down.printed, /Not evaluable: 1 passed, 0 failed, 2 not evaluable\./);

  const failing = checks.replace('absent: panic', 'present: nothing of this kind');
  const failed = await run(failing, []);
  assert.equal(failed.code, 1);
  assert.match(failed.printed, /Failed: 0 passed, 1 failed, 0 not evaluable, 2 not evaluated\./);
});

test('a preview shows the lines and judges nothing', async (t) => {
  const { run, server } = await scene(t);
  const wholeRun = { least: 0.7, most: 3 };
  const credits = { uncompressed: 2, compressed: 0.5, charged: 0.5, wholeRun };
  const creditEstimate = { model: 'vendor-haiku-4-5', ...credits };
  const data = { preview: true, lines: ['[3x] a <NUM>', '[1x] \u001b[2Jb'], inputRowCount: 4 };
  server.answer = { status: 200, body: { data: { ...data, uniqueTemplates: 2, creditEstimate } } };
  const { code, printed, complained } = await run(CRITERIA, ['--preview']);
  assert.equal(code, 0);
  assert.equal(printed, '[3x] a <NUM>\n[1x]  [2Jb');
  const facts = [
    '4 rows, 2 patterns.',
    'Estimate at vendor-haiku-4-5: 0.5 credits for the log data, 2 without compression.',
    'A full run takes 0.7 to 3 credits.',
  ];
  assert.equal(
    complained,
    [...facts, 'This server charges 0.5 credits for these lines.'].join('\n'),
  );

  const free = { ...data, uniqueTemplates: 2, creditEstimate: { ...creditEstimate, charged: 0 } };
  server.answer = { status: 200, body: { data: free } };
  assert.equal(
    (await run(CRITERIA, ['--preview'])).complained,
    [...facts, 'This server charges 0 credits: it uses the built-in evaluator.'].join('\n'),
  );
  assert.partialDeepStrictEqual(server.seen[0]?.body, { preview: true });
});

test('a file of checks with mistakes is shown with places, and nothing is asked', async (t) => {
  const { run, server } = await scene(t);
  const { code, complained } = await run('criterai: x\nchecks:\n  - absnt: y\n');
  assert.equal(code, 2);
  assert.match(complained, /checks\.yaml:1:1: unknown key "criterai" .*Did you mean criteria\?/);
  assert.match(complained, /checks\.yaml:3:5: unknown key "absnt"/);
  assert.equal(server.seen.length, 0);
  const missing = await run(undefined, ['--checks', 'nowhere.yaml']);
  assert.equal(missing.code, 2);
  assert.match(missing.complained, /can't read .*nowhere\.yaml \(ENOENT\)/);
});

test('what is missing or too much is a wrong use', async (t) => {
  const { run } = await scene(t);
  const noToken = await run(CRITERIA, [], { environment: { XPLAIN_URL: 'http://127.0.0.1:1' } });
  assert.equal(noToken.code, 2);
  assert.match(noToken.complained, /XPLAIN_TOKEN is not set/);
  const wrong = [
    [['--file', 'a', '--query', 'b'], /either --file or --query/],
    [['--earliest', '-1h'], /require --query/],
    [['--timeout', 'soon'], /--timeout must be between/],
    [['--url', 'ftp://x'], /--url must start with http/],
  ] as const;
  for (const [args, expected] of wrong) {
    const { code, complained } = await run(CRITERIA, args);
    assert.equal(code, 2);
    assert.match(complained, expected);
  }
  const lost = await run(CRITERIA, ['--file', 'nowhere.log']);
  assert.equal(lost.code, 2);
  assert.match(lost.printed, /can't read .*nowhere\.log \(ENOENT\)/);
});

function finding(id: string, status: string | undefined, explanation = 'because') {
  return { id, explanation, confidence: 0.9, ...(status === undefined ? {} : { status }) };
}

function verdict(findings: readonly object[], evidence: readonly object[] = []): Answer {
  const who = { model: 'vendor-haiku-4-5', provider: 'offline', region: 'DE', creditsSpent: 0.5 };
  return { status: 200, body: { data: { verdict: findings, evidence, summary: null, ...who } } };
}

async function scene(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'xplain-cli-'));
  t.after(() => removeFolder(folder));
  const server: FakeServer = {
    seen: [],
    answer: { status: 500, body: '' },
    answers: [],
    isSilent: false,
  };
  const url = await serve(t, server);

  async function run(
    checks: string | undefined,
    args: readonly string[] = [],
    change: { environment?: Record<string, string>; input?: string } = {},
  ) {
    const file = join(folder, 'checks.yaml');
    if (checks !== undefined) await writeFile(file, checks);
    const printed: string[] = [];
    const complained: string[] = [];
    const code = await runCli(
      {
        print: (line) => void printed.push(line),
        complain: (line) => void complained.push(line),
        environment: change.environment ?? { XPLAIN_URL: url, XPLAIN_TOKEN: TOKEN },
        input: inputOf(change.input ?? LOG),
      },
      ['evaluate', ...(checks === undefined ? [] : ['--checks', file]), ...args],
    );
    const short = (lines: readonly string[]) => lines.join('\n').replaceAll(`${folder}/`, '');
    return { code, printed: short(printed), complained: short(complained) };
  }
  return { run, server, folder };
}

function sourceIn(body: unknown): Record<string, string> {
  return (body as { source: Record<string, string> }).source;
}

async function* inputOf(text: string): AsyncGenerator<string> {
  yield text;
}
