/** Inputs that are judged in parts, and questions that are asked more than once. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startFakeModel } from '../../../test/support/evaluation/fake-answers.ts';
import {
  previewOf,
  resultOf,
  startEvaluation,
} from '../../../test/support/evaluation/start-evaluation.ts';
import type { SeenModelRequest } from '../../../test/support/evaluation/start-model-server.ts';
import { LIMITS } from '../../spec/limits.ts';

const ITEMS = [
  { id: 'deploy', description: 'The deployment succeeded' },
  { id: 'errors', description: 'No errors occurred' },
];
/** 500 rows: without compression, 200 go into a part. The first failure is in the first part, the success in the last. */
const ROWS = Array.from({ length: 500 }, (_, row) =>
  row === 20
    ? 'ERROR the deployment failed, retrying now'
    : row === 480
      ? 'INFO the deployment succeeded at last'
      : `INFO step ${row} of the pipeline is running`,
);
const BODY = {
  rows: ROWS,
  criteria: 'How did the deployment go?',
  expectedItems: ITEMS,
  logCompression: false,
};
const SPLIT = { ...BODY, strategy: 'split' };
const USAGE = { in: 1_000, out: 100 };
const CALL_CREDITS = (1_000 * 100 + 100 * 500) / 1_000_000;

function answerTo({ text }: SeenModelRequest) {
  const n = (part: string) =>
    Number(new RegExp(String.raw`^(\d+) ~\w+~ \w+ the deployment ${part}`, 'm').exec(text)?.[1]);
  const [bad, good] = [n('failed'), n('succeeded')];
  const about = (item: number) => {
    const rest = { explanation: 'Seen.', confidence: 0.9, entity: null, score: null, tags: [] };
    if (item === 1 && good > 0) {
      const evidence = [{ n: good, q: 'the deployment succeeded' }];
      return { item, evidence, status: 'passed', ...rest };
    }
    if (bad > 0) {
      return { item, evidence: [{ n: bad, q: 'deployment failed' }], status: 'failed', ...rest };
    }
    return { item, evidence: [], status: 'not_found', ...rest };
  };
  return { say: { findings: [about(1), about(2)], summary: null }, usage: USAGE };
}

async function scene(t: TestContext, options = {}) {
  const made = await startFakeModel(t, options);
  made.server.playBy(answerTo);
  return made;
}

test('without a strategy an input is clipped, as ever', async (t) => {
  const { run, server } = await scene(t);

  const result = resultOf(await run(BODY));

  assert.deepEqual([result.truncated, result.inputRowCount, server.seen.length], [true, 200, 1]);
  assert.equal(result.parts, undefined);
  assert.equal(result.verdict[0]?.status, 'failed');
});

test('parts are judged in order, and later rows count unless the item is about all', async (t) => {
  const { run, server, credits } = await scene(t);

  const result = resultOf(await run(SPLIT));

  const calls = server.seen.length;
  assert.deepEqual([result.parts, calls], [4, 4]);
  assert.deepEqual([result.truncated, result.inputRowCount], [false, ROWS.length]);
  assert.deepEqual(
    result.verdict.map(({ id, status, marks }) => [id, status, marks]),
    [
      ['deploy', 'passed', ['parts_disagree']],
      ['errors', 'failed', undefined],
    ],
  );
  // Rows have their numbers in the whole request.
  assert.deepEqual(
    result.evidence.map(({ rows }) => rows.map(({ row }) => row)),
    [[481], [21]],
  );
  assert.match(result.verdict[0]?.explanation ?? '', /\(row 481\)$/);
  assert.equal(result.creditsSpent, calls * CALL_CREDITS);
  assert.equal((await credits()).used, calls * CALL_CREDITS);
});

test('an input that fits is one part, whatever the strategy', async (t) => {
  const { run, server } = await scene(t);

  const result = resultOf(await run({ ...SPLIT, rows: ROWS.slice(0, 100) }));

  assert.deepEqual([result.parts, server.seen.length], [undefined, 1]);
});

test('the preview shows the parts and what they cost, and asks nobody', async (t) => {
  const { run, server } = await scene(t);

  const clipped = previewOf(await run({ ...BODY, preview: true }));
  const split = previewOf(await run({ ...SPLIT, preview: true }));
  const thrice = previewOf(await run({ ...SPLIT, samples: 3, preview: true }));

  assert.deepEqual([clipped.parts, split.parts], [undefined, 4]);
  assert.deepEqual([split.lines.length, split.truncated], [ROWS.length, false]);
  const cost = ({ creditEstimate }: typeof split) => creditEstimate.wholeRun;
  assert.ok(cost(split).least > 2 * cost(clipped).least);
  assert.ok(Math.abs(cost(thrice).most - 3 * cost(split).most) < 1e-6);
  assert.equal(thrice.creditEstimate.charged, 3 * split.creditEstimate.charged);
  assert.equal(server.seen.length, 0);
});

test('credits are set aside for all parts, or nobody is asked', async (t) => {
  const { run, server, credits } = await scene(t, { monthlyCredits: 2 });

  // One part alone could be paid.
  assert.equal((await run({ ...SPLIT, rows: ROWS.slice(0, 150) })).status, 200);
  const { used } = await credits();
  const asked = server.seen.length;
  const refused = await run({ ...SPLIT, samples: 3 });

  assert.deepEqual([refused.status, refused.body.code], [429, 'AI_CREDITS_EXHAUSTED']);
  assert.equal(server.seen.length, asked);
  const after = await credits();
  assert.deepEqual([after.used, after.held], [used, 0]);
});

test('a part without a valid answer fails the run, which costs nothing', async (t) => {
  const { run, server, credits } = await scene(t);
  server.playBy((seen, at) => (at < 2 ? answerTo(seen) : { say: 'no', usage: USAGE }));

  const failed = await run(SPLIT);

  assert.deepEqual([failed.status, failed.body.code], [502, 'EVALUATION_SCHEMA_ERROR']);
  // Two parts, and the third twice.
  assert.equal(server.seen.length, 4);
  const { used, held, failedRuns } = await credits();
  assert.deepEqual({ used, held, failedRuns }, { used: 0, held: 0, failedRuns: 1 });
});

test('a provider that goes away in the middle leaves nothing charged and nothing held', async (t) => {
  const { run, server, credits } = await scene(t);
  server.playBy((seen, at) => (at < 1 ? answerTo(seen) : { status: 403 }));

  assert.equal((await run({ ...SPLIT, samples: 3 })).body.code, 'AI_PROVIDER_NOT_EU');

  const { used, held } = await credits();
  assert.deepEqual({ used, held }, { used: 0, held: 0 });
});

test('with patterns, parts are made where patterns do not fit', async (t) => {
  const { run, server } = await scene(t);
  const words = ['alpha', 'beta', 'gamma', 'delta', 'kappa', 'sigma', 'omega', 'theta'];
  const word = (at: number) => words[at % 8] ?? '';
  const rows = Array.from(
    { length: 512 },
    (_, at) => `${word(at)} ${word(at >> 3)} ${word(at >> 6)} unit ${word(at * 3)}-${word(at * 5)}`,
  );
  const options = { compressionOptions: { simThreshold: 1 }, logCompression: true };

  const clipped = resultOf(await run({ ...BODY, ...options, rows }));
  const split = resultOf(await run({ ...SPLIT, ...options, rows }));

  assert.equal(clipped.truncated, true);
  assert.equal(split.truncated, false);
  assert.equal(split.parts, server.seen.length - 1);
});

test('more than the parts may hold is clipped after all', async (t) => {
  const { run } = await scene(t);
  const { inputPartsMax, rowsUncompressedMax } = LIMITS.evaluation;
  const rows = Array.from(
    { length: inputPartsMax * rowsUncompressedMax + 1 },
    (_, at) => `row ${at}`,
  );

  const preview = previewOf(await run({ ...SPLIT, rows, preview: true }));

  assert.deepEqual([preview.parts, preview.truncated], [inputPartsMax, true]);
});

test('three answers are asked for, paid and counted', async (t) => {
  const { run, server, credits } = await scene(t);
  const statuses = ['passed', 'failed', 'passed'] as const;
  const q = 'the deployment succeeded';
  server.playBy((_seen, at) => {
    const rest = { explanation: `Answer ${at}.`, confidence: 0.9, entity: null, score: null };
    const finding = { item: 1, evidence: [{ n: 1, q }], ...rest, tags: [], status: statuses[at] };
    return { say: { findings: [finding], summary: null }, usage: USAGE };
  });
  const body = { rows: ['INFO the deployment succeeded'], criteria: 'It succeeded', samples: 3 };

  const result = resultOf(await run(body));

  const [finding] = result.verdict;
  assert.deepEqual(
    [finding?.status, finding?.confidence, finding?.marks],
    ['passed', 0.67, ['answers_disagree']],
  );
  assert.equal(server.seen.length, LIMITS.evaluation.samplesMax);
  // Each question has a code that no answer before has seen.
  assert.equal(new Set(server.seen.map(({ system }) => system)).size, 3);
  assert.deepEqual(result.usage, { tokensIn: 3_000, tokensOut: 300 });
  assert.equal((await credits()).used, 0.45);
});

test('the built-in evaluator takes parts as well, and answers once', async (t) => {
  const { run } = await startEvaluation(t);

  const result = resultOf(await run({ ...SPLIT, samples: 3 }));

  assert.deepEqual([result.parts, result.creditsSpent], [4, 0]);
  assert.deepEqual([result.verdict[0]?.status, result.truncated], ['passed', false]);
  assert.deepEqual(
    result.evidence[0]?.rows.map(({ row }) => row),
    [481],
  );
});

test('bad input is named, and nobody is asked', async (t) => {
  const { run, server } = await scene(t);
  const generic = { ...BODY, mode: 'generic_verdict' };
  for (const [body, path] of [
    [{ ...BODY, samples: 2 }, 'samples'],
    [{ ...BODY, samples: '3' }, 'samples'],
    [{ ...BODY, strategy: 'other' }, 'strategy'],
    [{ ...generic, samples: 3 }, 'samples'],
    [{ ...generic, strategy: 'split' }, 'strategy'],
  ] as const) {
    const { status, body: answer } = await run(body);
    assert.deepEqual([status, answer.details?.[0]?.path], [400, path]);
  }
  assert.equal(server.seen.length, 0);
});
