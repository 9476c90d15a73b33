/** `xplain ai check` as an operator runs it: a process of its own, against the whole program and a model with planted faults. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { CheckReport } from '../../cli/ai-check/check-report.ts';
import { playLabelled } from '../support/evaluation/answer-labelled.ts';
import { startModelServer } from '../support/evaluation/start-model-server.ts';
import { fastStart } from '../support/programs/fast-start.ts';
import { blocksOf } from '../support/programs/follow-page.ts';
import { startApp } from '../support/programs/start-app.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

test('the page shows the commands that are run here', () => {
  const [commands = ''] = blocksOf('docs/evaluation/model-check.md');

  const shown = [...commands.matchAll(/^xplain (ai check) --url \S+(?: (--yes))?/gm)];

  assert.match(commands, /^export XPLAIN_ADMIN_EMAIL=\S+ XPLAIN_ADMIN_PASSWORD=/);
  assert.deepEqual(
    shown.map(([, command, yes]) => [command, yes]),
    [
      ['ai check', undefined],
      ['ai check', '--yes'],
    ],
  );
});

test('the planted figures are printed, exactly, and in the reports', async (t) => {
  const model = await startModelServer(t);
  const { run, folder } = await scene(t, model.environment);

  const estimate = await run([]);
  assert.equal(estimate.code, 0, estimate.output);
  assert.match(estimate.output, /60 cases in 20 questions to \S+ \(openai-compatible, DE\): about/);
  assert.match(estimate.output, /Nothing was asked/);
  assert.equal(model.seen.length, 0);
  assert.deepEqual(await readdir(folder), []);

  playLabelled(model, {
    set: 'sample',
    questions: { 1: 'nonsense', 2: 'nonsense twice', 9: 'invented' },
    cases: { '0.0': 'not_found', '0.2': 'passed', '3.1': 'failed', '12.0': 'not_found' },
  });
  const checked = await run(['--yes']);

  assert.equal(checked.code, 0, checked.output);
  const figures = figuresOf(checked.stdout);
  // 60 cases: three without a valid answer, four wrong. Of 30 with evidence, two are in the invalid question.
  assert.match(figures['Accuracy'] ?? '', /^53 of 60 \(88\.3%\) {2,}\d+ of 60 \(/);
  assert.match(figures['Cases with evidence that were decided'] ?? '', /^26 of 30 /);
  assert.match(figures['Correct when decided'] ?? '', /^26 of 26 \(100\.0%\)/);
  assert.match(figures['False verdicts without evidence'] ?? '', /^2 of 30 \(6\.7%\)/);
  const answers = 23;
  const plain = {
    Answers: answers,
    'Schema errors': 3,
    'Answers rejected because of invented quotes': 1,
    'Questions repaired by a second answer': 2,
    'Questions without a valid answer': 1,
    'Questions without any answer': 0,
    'Tokens in': answers * 1_000,
    'Tokens out': answers * 50,
    Credits: 2.875,
  };
  for (const [name, value] of Object.entries(plain)) {
    assert.equal(figures[name], String(value), name);
  }
  assert.match(figures['Latency p95'] ?? '', /^\d+ ms$/);

  const json = await readFile(join(folder, 'xplain-ai-check.json'), 'utf8');
  const report = JSON.parse(json) as CheckReport;
  assert.deepEqual([report.isComplete, report.result.cases], [true, 60]);
  assert.equal(report.result.wrong.length, 7);
  const markdown = await readFile(join(folder, 'xplain-ai-check.md'), 'utf8');
  assert.match(markdown, /\| Accuracy \| 53 of 60 \(88\.3%\) \|/);
  for (const text of [json, markdown, checked.output]) {
    assert.ok(!text.includes(model.url) && !text.includes('Correct-Horse'));
  }
});

test('a cap, a silent provider and no access end it, each with its exit code', async (t) => {
  const model = await startModelServer(t);
  const { run } = await scene(t, model.environment);

  const tiny = await run(['--yes', '--max-credits', '0.01']);
  assert.equal(tiny.code, 2, tiny.output);
  assert.match(tiny.output, /the cap is lower than the cost of one question/);
  assert.equal(model.seen.length, 0);

  playLabelled(model, { set: 'sample' });
  const capped = await run(['--yes', '--max-credits', '1.5']);
  assert.equal(capped.code, 1, capped.output);
  assert.match(capped.output, /Only \d+ of 20 questions were asked: the cap was reached/);

  model.play({ status: 403 });
  const away = await run(['--yes']);
  assert.equal(away.code, 1, away.output);
  assert.match(away.output, /Only 3 of 20 questions were asked: the provider did not answer/);

  const stranger = await run(['--yes'], { XPLAIN_ADMIN_PASSWORD: 'wrong-Password-42' });
  assert.equal(stranger.code, 2, stranger.output);
});

async function scene(t: TestContext, environment: Record<string, string>) {
  const app = await startApp(t, {
    ...ADMIN_ENVIRONMENT,
    XPLAIN_RATE_EVALUATION: '0',
    ...environment,
  });
  const folder = await mkdtemp(join(tmpdir(), 'xplain-ai-check-'));
  t.after(() => removeFolder(folder));
  return {
    folder,
    run: async (args: readonly string[], other: Record<string, string> = {}) => {
      const child = spawn(process.execPath, [MAIN, 'ai', 'check', '--url', app.url, ...args], {
        cwd: folder,
        env: {
          PATH: process.env['PATH'] ?? '',
          ...fastStart(),
          ...ADMIN_ENVIRONMENT,
          ...other,
        },
      });
      t.after(() => child.kill());
      child.stdin.end();
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      await once(child, 'close');
      return { code: child.exitCode, stdout, output: stdout + stderr };
    },
  };
}

/** The figures as printed, by name. */
function figuresOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^ {2}(\S.*?) {2,}(\S.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value.trim()]];
    }),
  );
}
