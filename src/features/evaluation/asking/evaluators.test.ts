import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import type { EvaluationNeeds } from '../evaluation-needs.ts';
import { createRunMeter } from '../run-meter.ts';
import { packRows } from '../search-rows.ts';
import { GENERIC_ANSWER_SCHEMA, ITEM_ANSWER_SCHEMA } from './answer-schema.ts';
import { type Evaluator, type EvaluatorQuestion, evaluatorFor, notInTheEu } from './evaluators.ts';

const never = new AbortController().signal;

function question(itemCount: number, answerTokensMax = 100): EvaluatorQuestion {
  const items = Array.from({ length: itemCount }, (_, i) => ({ id: `${i}`, description: 'x' }));
  const asked = { request: { model: 'opus-4-7' }, items };
  const prompt = { system: 's', text: 't', code: 'c', mark: 'm', frameTokens: 30 };
  return { asked, lineTokens: 7, prompt, answerTokensMax } as unknown as EvaluatorQuestion;
}

/** Needs whose threads and provider note what they are asked, and answer this. */
function needsThat(kind: string, answer: object) {
  const jobs: unknown[] = [];
  const calls: unknown[] = [];
  const run = async (job: unknown) => {
    jobs.push(job);
    return answer;
  };
  const ask = async (call: unknown) => {
    calls.push(call);
    return { tokensIn: 11, tokensOut: 12 };
  };
  const provider = { provider: 'maker', region: 'eu-1', ask };
  const needs = { model: { kind, provider }, vendor: 'v', threads: { run }, offlineRegion: 'here' };
  return { jobs, calls, needs: needs as unknown as EvaluationNeeds };
}

function factsOf({ provider, region, model, readsPrompt, isFree }: Evaluator) {
  return { provider, region, model, readsPrompt, isFree };
}

for (const [itemCount, answerSchema] of [
  [0, GENERIC_ANSWER_SCHEMA],
  [1, ITEM_ANSWER_SCHEMA],
] as const) {
  test(`a model is asked about ${itemCount} items, and its answer is held against the rows`, async () => {
    const { needs, jobs, calls } = needsThat('open', { verdict: 1 });
    const evaluator = evaluatorFor(needs, 'opus-4-7');
    assert.deepEqual(factsOf(evaluator), {
      provider: 'maker',
      region: 'eu-1',
      model: 'v-opus-4-7',
      readsPrompt: true,
      isFree: false,
    });
    const asked = question(itemCount);
    const { ground, ...tokens } = await evaluator.ask(asked, never);
    assert.deepEqual(tokens, { tokensIn: 11, tokensOut: 12 });
    const call = { model: 'opus-4-7', system: 's', text: 't', answerSchema, answerTokensMax: 100 };
    assert.deepEqual(calls, [call]);
    assert.deepEqual(jobs, []);
    assert.deepEqual(await ground(), { verdict: 1 });
    const answer = { tokensIn: 11, tokensOut: 12 };
    assert.deepEqual(jobs, [
      {
        kind: 'ground',
        answer,
        question: { itemCount, code: 'c', mark: 'm' },
        asked: asked.asked,
      },
    ]);
  });
}

test('the evaluator of the platform itself judges for nothing', async () => {
  const { needs, jobs } = needsThat('offline', { verdict: { v: 1 }, tokensOut: 50 });
  const evaluator = evaluatorFor(needs, 'opus-4-7');
  assert.deepEqual(factsOf(evaluator), {
    provider: 'offline',
    region: 'here',
    model: 'offline-lexical-1',
    readsPrompt: false,
    isFree: true,
  });
  const { ground, ...tokens } = await evaluator.ask(question(1), never);
  assert.deepEqual(tokens, { tokensIn: 37, tokensOut: 50 });
  assert.deepEqual(await ground(), { v: 1 });
  assert.equal(jobs.length, 1);
  assert.equal((await evaluator.ask(question(1, 20), never)).tokensOut, 20);
});

test('without a model in the EU nobody is asked', async () => {
  const evaluator = evaluatorFor(needsThat('refused', {}).needs, 'opus-4-7');
  assert.deepEqual(factsOf(evaluator), {
    provider: 'none',
    region: 'none',
    model: 'none',
    readsPrompt: false,
    isFree: true,
  });
  const refusal = new AppError(
    'AI_PROVIDER_NOT_EU',
    'No EU capacity for evaluations at the moment. Retry later.',
  );
  await assert.rejects(evaluator.ask(question(1), never), refusal);
  assert.deepEqual(notInTheEu(), refusal);
});

test('events of a search are rows, the oldest first, without where they came from', async () => {
  const rows = [
    { _id: 'e2', _index: 'main', event: 'two' },
    { _id: 'e1', _index: 'main', event: 'one' },
  ];
  const found = await packRows({ rows, isOfEvents: true, isTruncated: true });
  assert.equal(Buffer.from(found.bytes).toString(), '[{"event":"one"},{"event":"two"}]');
  assert.deepEqual(found.events, { eventIds: ['e1', 'e2'], isTruncated: true });
});

test('other rows of a search stay in their order', async () => {
  const rows = [{ count: 2 }, { count: 1, _id: 7 }];
  const found = await packRows({ rows, isOfEvents: false, isTruncated: false });
  assert.equal(Buffer.from(found.bytes).toString(), '[{"count":2},{"count":1}]');
  assert.deepEqual(found.events, { eventIds: [undefined, undefined], isTruncated: false });
  const none = await packRows({ rows: [], isOfEvents: true, isTruncated: false });
  assert.equal(Buffer.from(none.bytes).toString(), '[]');
});

test('runs are counted by how they ended', () => {
  const made: unknown[] = [];
  const counted: unknown[] = [];
  const meter = createRunMeter({
    counter: (...facts: unknown[]) => {
      made.push(facts);
      return { add: (...given: unknown[]) => void counted.push(given) };
    },
    histogram: (...facts: unknown[]) => {
      made.push(facts);
      return { observe: (...given: unknown[]) => void counted.push(given) };
    },
  } as unknown as Parameters<typeof createRunMeter>[0]);
  assert.deepEqual(made, [
    ['xplain_evaluations_total', 'Evaluations by outcome.', ['outcome', 'provider']],
    [
      'xplain_evaluation_seconds',
      'Duration of an evaluation.',
      [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
      ['provider'],
    ],
  ]);
  meter.preview();
  meter.run('answered', 'maker', 1.5);
  assert.deepEqual(counted, [
    [1, { outcome: 'preview', provider: 'none' }],
    [1, { outcome: 'answered', provider: 'maker' }],
    [1.5, { provider: 'maker' }],
  ]);
});
