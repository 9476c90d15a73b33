import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SHOWN } from '../test/support/show-in-report.ts';
import { runTestFile, runTogether, shownLines, type TestFileOutcome } from './run-test-file.ts';
import { removeFolder } from '../test/support/remove-folder.ts';

const HEAD = `import { test } from 'node:test';\n`;

/** A killed process may stay in the table until its parent has noticed; then it is a zombie. */
async function hasEnded(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 1_500; tries += 1) {
    try {
      process.kill(pid, 0);
      if (readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) return true;
    } catch {
      return true;
    }
    await sleep(20);
  }
  return false;
}

/** Runs a test file with the given text as the suite would. */
async function runText(
  t: TestContext,
  text: string,
  options: { timeoutMs?: number; signal?: AbortSignal; nodeFlags?: string[] } = {},
): Promise<TestFileOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-runner-'));
  t.after(() => removeFolder(folder));
  const file = join(folder, 'sample.test.mjs');
  writeFileSync(file, HEAD + text);
  const { timeoutMs = 20_000, nodeFlags = [], signal = new AbortController().signal } = options;
  return runTestFile(file, { root: folder, nodeFlags, timeoutMs, leftoverMs: 300 }, signal);
}

test('passing, failing and skipped tests are counted, and the reason of a skip is kept', async (t) => {
  const outcome = await runText(
    t,
    `test('a', () => {});
     test('b', (t) => t.skip('no redis-server'));
     test('c', () => { throw new Error('the reason of c'); });`,
  );

  assert.equal(outcome.isGood, false);
  assert.deepEqual([outcome.counts.tests, outcome.counts.passed, outcome.counts.failed], [3, 1, 1]);
  assert.deepEqual(
    outcome.skips.map(({ name, reason, file }) => [name, reason, basename(file)]),
    [['b', 'no redis-server', 'sample.test.mjs']],
  );
  assert.match(outcome.output, /the reason of c/);
  assert.deepEqual(outcome.problems, []);
  const [failure, ...others] = outcome.failures;
  assert.deepEqual(others, []);
  assert.match(failure?.test ?? '', /^c \(line 4\)$/);
  assert.match(failure?.text ?? '', /^Error: the reason of c\n/);
});

test('a good file is good', async (t) => {
  const outcome = await runText(t, `test('a', () => {});`);

  assert.deepEqual([outcome.isGood, outcome.problems], [true, []]);
});

test('a passing file shows the lines it asks to show, in their order, and no other', async (t) => {
  const outcome = await runText(
    t,
    `test('a', (t) => {
       t.diagnostic('of no interest');
       t.diagnostic('${SHOWN}12.5 ms  first');
       t.diagnostic('${SHOWN} 3.0 ms  second');
     });`,
  );

  assert.deepEqual([outcome.isGood, outcome.shown], [true, ['12.5 ms  first', ' 3.0 ms  second']]);
});

test('the report shows the lines of files that passed, under their name', async (t) => {
  const shows = `(t) => t.diagnostic('${SHOWN}12.5 ms  first')`;
  const good = await runText(t, `test('a', ${shows});`);
  const silent = await runText(t, `test('a', () => {});`);
  const failed = await runText(t, `test('a', ${shows}); test('b', () => { throw new Error(); });`);

  assert.deepEqual(shownLines([silent, good, failed]), [`\n# ${good.file}`, '#   12.5 ms  first']);
});

test('flags reach the test file', async (t) => {
  const outcome = await runText(
    t,
    `test('a', () => {}); test('b', () => { throw new Error(); });`,
    {
      nodeFlags: ['--test-name-pattern=a'],
    },
  );

  assert.deepEqual([outcome.isGood, outcome.counts.passed], [true, 1]);
});

test('a file that never ends is ended and fails', async (t) => {
  const outcome = await runText(
    t,
    `test('endless', () => new Promise(() => setInterval(() => {}, 99)));`,
    {
      timeoutMs: 1_500,
    },
  );

  assert.equal(outcome.isGood, false);
  assert.match(outcome.problems.join(), /running were: endless \(line 2\)/);
  assert.match(outcome.problems.join(), /did not end within 1.5 s/);
});

test('a file that crashes or holds no test fails', async (t) => {
  const crashed = await runText(t, `test('a', () => process.exit(0));`);
  const empty = await runText(t, '');

  assert.match(crashed.problems.join(), /ended before its tests did/);
  assert.equal(crashed.counts.failed, 1);
  assert.equal(empty.isGood, false);
});

test('a process left behind is ended and named, in the group or out of it', async (t) => {
  for (const detached of [false, true]) {
    const outcome = await runText(
      t,
      `import { spawn } from 'node:child_process';
       test('a', () => {
         const child = spawn('sleep', ['54321'], { detached: ${detached}, stdio: 'ignore' });
         child.unref();
         console.log('started=' + child.pid);
       });`,
    );

    const pid = Number(/started=(\d+)/.exec(outcome.output)?.[1]);
    assert.equal(outcome.isGood, false);
    assert.match(outcome.problems.join(), /left a process running: sleep 54321/);
    assert.equal(await hasEnded(pid), true);
  }
});

test('an interruption ends the file', async (t) => {
  const interruption = new AbortController();
  setTimeout(() => interruption.abort(), 500);

  const outcome = await runText(
    t,
    `test('a', () => new Promise(() => setInterval(() => {}, 99)));`,
    {
      signal: interruption.signal,
    },
  );

  assert.match(outcome.problems.join(), /was interrupted/);
});

test('files that run together are counted together, and one that fails is a failure of all', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-runner-'));
  t.after(() => removeFolder(folder));
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), HEAD + text);
    return name;
  };
  const good = write('good.test.mjs', `test('a', () => {}); test('b', (t) => t.skip('none'));`);
  const other = write('other.test.mjs', `test('c', () => {});`);
  const bad = write('bad.test.mjs', `test('d', () => { throw new Error('the reason of d'); });`);
  const broken = write('broken.test.mjs', 'const = 1;');
  const run = (...files: string[]) =>
    runTogether(
      files,
      { root: folder, nodeFlags: [], timeoutMs: 20_000, leftoverMs: 300 },
      new AbortController().signal,
    );

  const passed = await run(good, other);
  assert.deepEqual(
    [passed.isGood, passed.file, passed.counts.tests, passed.counts.passed, passed.counts.skipped],
    [true, 'good.test.mjs and 1 beside it', 3, 2, 1],
  );
  assert.equal((await run(good, bad, other)).isGood, false);
  assert.equal((await run(good, broken)).isGood, false);
});
