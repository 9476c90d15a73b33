/** `xplain evaluate --check --compare`, against a server that plays along. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { playServer } from '../../test/support/programs/play-server.ts';
import { runCli } from '../run-cli.ts';

const ID = `chk_${'a'.repeat(22)}`;
const facts = { inputRowCount: 2, truncated: false };
const side = (status: string, quotes: readonly string[]) => ({
  finding: { id: 'migrated', status, explanation: 'Nobody said so.' },
  evidence: quotes.map((quote, at) => ({ row: at + 1, quote })),
});
const CHANGED = {
  before: facts,
  after: { ...facts, truncated: true },
  changed: [
    {
      item: 'migrated',
      before: side('passed', ['1', '2', '3', '4']),
      after: side('not_found', []),
    },
  ],
  unchanged: [{ item: 'ready', status: 'passed' }],
  creditsSpent: 0.5,
};
const SAME = { ...CHANGED, after: facts, changed: [] };

interface Answer {
  readonly status?: number;
  readonly data?: unknown;
  readonly code?: string;
  readonly creditsSpent?: number;
}

async function scene(t: TestContext, query: string | null, answers: readonly Answer[]) {
  const compared: Record<string, unknown>[] = [];
  const { url, folder } = await playServer(t, ({ method, path, body }) => {
    const check = { id: ID, name: 'deploy', query, criteria: 'x' };
    if (method === 'GET') return { body: { data: check } };
    assert.equal(path, `/api/v1/checks/${ID}/compare`);
    const { status, ...answer } = answers[compared.length] ?? {};
    compared.push(body);
    return { status, body: { error: 'No.', ...answer } };
  });
  const environment = { XPLAIN_URL: url, XPLAIN_TOKEN: 'xpat_x' };
  const run = async (...args: readonly string[]) => {
    const lines: string[] = [];
    const line = (text: string): void => void lines.push(text);
    const terminal = { print: line, complain: line, environment };
    const code = await runCli(terminal, ['evaluate', '--check', ID, ...args]);
    return { code, text: lines.join('\n') };
  };
  return { run, compared, folder };
}

test('items that changed are listed with the quotes of both runs, and exit with 1', async (t) => {
  const { run, compared } = await scene(t, '*', [
    { data: CHANGED },
    { data: SAME },
    { data: SAME },
  ]);

  const changed = await run('--since', '-1h', '--compare', '-25h..-24h', '--credits', '2');
  const same = await run('--compare', '2026-11-15T08:00:00Z .. 2026-11-15T09:00:00Z');
  const json = await run('--compare', '-2h..-1h', '--json');

  assert.equal(changed.code, 1);
  assert.deepEqual(changed.text.split('\n'), [
    'deploy: 2 rows before, 2 rows after',
    '  CHANGED  migrated  passed → not found',
    '           before row 1: 1',
    '           before row 2: 2',
    '           before row 3: 3',
    '           after  Nobody said so.',
    '  same     ready  passed',
    '  The log was too large; some events were left out.',
    '',
    'Changed: 1 of 2 items changed, 0.5 credits.',
  ]);
  assert.deepEqual([same.code, json.code], [0, 0]);
  assert.match(same.text, /^Same: 0 of 1 items changed/m);
  assert.deepEqual(JSON.parse(json.text), SAME);
  const [first, second] = compared;
  assert.deepEqual(
    [first?.['before'], first?.['maxCredits'], second?.['after']],
    [{ earliest: '-25h', latest: '-24h' }, 2, {}],
  );
  assert.match(JSON.stringify(first?.['after']), /^\{"earliest":"\d{4}-.*Z","latest":"now"\}$/);
  const before = { earliest: '2026-11-15T08:00:00Z', latest: '2026-11-15T09:00:00Z' };
  assert.deepEqual(second?.['before'], before);
});

test('a check without a query compares two files', async (t) => {
  const { run, compared, folder } = await scene(t, null, [{ data: SAME }]);
  const [today, yesterday] = [join(folder, 'today.log'), join(folder, 'yesterday.log')];
  await writeFile(today, 'one\n\ntwo\n');
  await writeFile(yesterday, 'three\n');

  const { code } = await run('--file', today, '--compare', yesterday);

  assert.equal(code, 0);
  assert.deepEqual(compared, [{ before: { rows: ['three'] }, after: { rows: ['one', 'two'] } }]);
  assert.equal((await run('--file', today, '--compare', join(folder, 'none.log'))).code, 3);
});

test('what cannot be compared is an error, and a run that was paid for is not repeated', async (t) => {
  const busy = { status: 502, code: 'EVALUATION_SCHEMA_ERROR' };
  const { run, compared } = await scene(t, '*', [
    { ...busy, creditsSpent: 0.2 },
    { ...busy, creditsSpent: 0 },
    { data: SAME },
  ]);

  assert.equal((await run('--compare', '-2h..-1h')).code, 3);
  assert.equal(compared.length, 1);
  assert.equal((await run('--compare', '-2h..-1h')).code, 0);
  assert.equal(compared.length, 3);
  for (const args of [
    ['--compare', '-2h'],
    ['--compare', '-2h..'],
    ['--compare', '-2h..-1h', '--wait', '1m'],
    ['--compare', '-2h..-1h', '--junit', 'x.xml'],
    ['--compare', '-2h..-1h', '--since', 'mark:x'],
  ]) {
    const { code, text } = await run(...args);
    assert.equal(code, 3, args.join(' '));
    assert.match(text, /--compare/);
  }
  assert.equal(compared.length, 3);
});
