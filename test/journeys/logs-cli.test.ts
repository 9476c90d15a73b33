/** Logs from the command line against a running server: sent, searched, followed. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCli } from '../../cli/run-cli.ts';
import { findFreePort } from '../support/programs/find-free-port.ts';
import { endWithFile, type RunningApp, startApp } from '../support/programs/start-app.ts';
import { signIn } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

let app: RunningApp;
let environment: Record<string, string>;
const allTests = endWithFile();

before(async () => {
  app = await startApp(allTests, ADMIN_ENVIRONMENT);
  const ada = await signIn(app.url, ADMIN);
  const facts = { name: 'cli', scope: 'full-access' };
  const { value } = await ada.create<{ value: string }>('/api/v1/api-keys', facts);
  environment = { XPLAIN_URL: app.url, XPLAIN_TOKEN: value };
});

interface Change {
  readonly input?: string;
  readonly hasColor?: boolean;
  readonly environment?: Record<string, string>;
  readonly progress?: (line: string) => void;
}

async function xplain(args: readonly string[], change: Change = {}) {
  const printed: string[] = [];
  const complained: string[] = [];
  const { input, ...rest } = change;
  const code = await runCli(
    {
      print: (line) => void printed.push(line),
      complain: (line) => void complained.push(line),
      environment,
      ...rest,
      ...(input === undefined ? {} : { input: chunks(input) }),
    },
    args,
  );
  return { code, printed, complained: complained.join('\n') };
}

/** In pieces that end anywhere, as a pipe hands them over. */
async function* chunks(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 7) yield text.slice(at, at + 7);
}

async function untilFound(query: string, rows: number) {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = await xplain(['search', query, '--format', 'jsonl']);
    assert.equal(found.code, 0, found.complained);
    if (found.printed.length === rows) return found.printed;
    await sleep(100);
  }
  return assert.fail(`${query} does not find ${rows} rows`);
}

test('lines are sent, found in every form, and nothing of them steers the terminal', async () => {
  const shown: string[] = [];
  const input =
    'plain line one\n\n{"event":"order failed","level":"error","service":"checkout","order":4711}\r\n{broken\nsteer \u001b[2J me\n';
  const sent = await xplain(['send', '--level', 'warn', '--service', 'batch', '--json'], {
    input,
    progress: (line) => void shown.push(line),
  });
  assert.equal(sent.code, 0, sent.complained);
  assert.deepEqual(sent.printed, ['{"accepted":4}']);
  assert.deepEqual(shown, ['4 events accepted…', '']);

  const rows = (await untilFound('service=batch OR service=checkout', 4)).map(
    (line) => JSON.parse(line) as Record<string, unknown>,
  );
  const failed = rows.find(({ event }) => event === 'order failed');
  assert.deepEqual([failed?.['level'], String(failed?.['order'])], ['error', '4711']);
  const plain = rows.find(({ event }) => event === 'plain line one');
  assert.deepEqual([plain?.['level'], plain?.['service']], ['warn', 'batch']);
  assert.ok(
    rows.some(({ event }) => event === '{broken'),
    'what is no JSON is a text',
  );

  const text = await xplain(['search', 'order failed']);
  assert.match(text.printed[0] ?? '', /^\d{4}-\d\d-\d\dT\S+Z error checkout order failed$/);
  const steering = await xplain(['search', 'steer']);
  assert.ok(!/\p{Cc}/u.test(steering.printed.join('')), 'no control characters');
  const colored = await xplain(['search', 'order failed'], { hasColor: true });
  assert.ok((colored.printed[0] ?? '').includes('\u001b[31merror\u001b[0m'));

  const table = await xplain(['search', 'service=* | stats count by service | sort service']);
  assert.deepEqual(table.printed, ['service   count', 'batch     3', 'checkout  1']);
  const json = await xplain(['search', 'order failed', '--format', 'json']);
  const answer = JSON.parse(json.printed.join('')) as { data: { rows: unknown[] } };
  assert.equal(answer.data.rows.length, 1);
  const limited = await xplain(['search', 'service=*', '--limit', '2', '--format', 'table']);
  assert.equal(limited.printed.length, 3);
  assert.match(limited.complained, /Showing the first 2 rows/);
  const none = await xplain(['search', 'nothing-of-this-kind']);
  assert.deepEqual([none.code, none.printed], [0, []]);
  assert.match(none.complained, /^No results found\./);
});

test('a tail prints what comes, and ends after as many lines as were asked for', async () => {
  const followed = xplain(['tail', 'service=tailed', '--lines', '2', '--format', 'jsonl']);
  let isOver = false;
  void followed.finally(() => (isOver = true));
  // The tail may not have begun with the first ones.
  for (let tries = 0; tries < 600 && !isOver; tries += 1) {
    await xplain(['send', '--service', 'tailed'], { input: `line ${tries}\n` });
    await sleep(100);
  }
  const { code, printed, complained } = await followed;
  assert.equal(code, 0, complained);
  assert.equal(printed.length, 2);
  assert.match(String((JSON.parse(printed[0] ?? '') as { event: string }).event), /^line \d+$/);
});

test('what cannot be done is said, with a code that tells', async () => {
  const wrong = await xplain(['search', '* | stats count by']);
  assert.equal(wrong.code, 1);
  assert.match(wrong.complained, /QUERY_SYNTAX_ERROR/);
  const piped = await xplain(['tail', '* | head 1']);
  assert.equal(piped.code, 1);
  const tokenless = await xplain(['send'], { environment: { XPLAIN_URL: app.url }, input: 'x' });
  assert.deepEqual(
    [tokenless.code, /XPLAIN_TOKEN is not set/.test(tokenless.complained)],
    [2, true],
  );
  const nobody = `http://127.0.0.1:${await findFreePort()}`;
  const elsewhere = { XPLAIN_URL: nobody, XPLAIN_TOKEN: 'x' };
  for (const name of ['search', 'send']) {
    const silent = await xplain([name], { environment: elsewhere, input: 'a line' });
    assert.equal(silent.code, 1);
    assert.ok(silent.complained.includes(`can't reach ${nobody}: connection refused`));
  }
  const lost = await xplain(['send', '--file', '/nowhere.log']);
  assert.equal(lost.code, 1);
  assert.match(lost.complained, /can't read .* \(ENOENT\)/);
  const refused = await xplain(['send', '--index', 'unknown'], { input: 'a line\n' });
  assert.equal(refused.code, 1);
  assert.match(refused.complained, /UNKNOWN_INDEX[^]*0 events were accepted/);
  for (const args of [
    ['search', 'a', 'b'],
    ['search', '--limit', '0'],
    ['tail', '--format', 'x'],
  ]) {
    assert.equal((await xplain(args)).code, 2, args.join(' '));
  }
});
