import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  openServedModel,
  startEvaluation,
} from '../../../../test/support/evaluation/start-evaluation.ts';
import { type Planted, playLabelled } from '../../../../test/support/evaluation/answer-labelled.ts';
import { startModelServer } from '../../../../test/support/evaluation/start-model-server.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import type { ModelCheckPart, ModelCheckPlan } from '../../../contract/model-check.ts';
import type { OperatorEntry } from '../../../contract/operator.ts';
import type { OpenedModel } from '../../../engines/model/model.ts';
import { claimInstallation } from '../../../guard/access/index.ts';
import { LIMITS } from '../../../spec/limits.ts';

const { modelCheckQuestionsMax, modelCheckCreditsMax } = LIMITS.evaluation;
const PLAN = 'GET /api/v1/operator/model-check';
const RUN = 'POST /api/v1/operator/model-check';

async function scene(t: TestContext, planted: Planted = { set: 'sample' }, model?: OpenedModel) {
  const access = await openAccess(t);
  const server = await startModelServer(t);
  playLabelled(server, planted);
  const opened = model ?? (await openServedModel(t, server));
  const evaluation = await startEvaluation(t, { access, model: opened });
  const { owner, call } = evaluation;
  await access.metadata.transaction((unit) =>
    claimInstallation(unit, owner, { ipAddress: '192.0.2.1', userAgent: 'test' }, 1),
  );
  return {
    ...evaluation,
    server,
    check: (body: object) =>
      call(RUN, { as: owner, body: { set: 'sample', creditsMax: 100, ...body } }),
  };
}

test('planted faults come out as they were planted', async (t) => {
  const { check, server } = await scene(t, {
    set: 'sample',
    questions: { 1: 'nonsense', 2: 'nonsense twice', 4: 'invented' },
    // The third case of the first question has no evidence.
    cases: { '0.0': 'not_found', '0.2': 'passed' },
  });

  const { body, status } = await check({ questions: [0, 1, 2, 3, 4] });

  assert.equal(status, 200);
  const { latenciesMs, offline, wrong, ...part } = body.data as ModelCheckPart;
  const answers = 8;
  assert.deepEqual(part, {
    provider: 'openai-compatible',
    region: 'DE',
    model: 'vendor-haiku-4-5',
    asked: [0, 1, 2, 3, 4],
    stopped: null,
    cases: 15,
    // The fourth question is about a copy without the rows.
    withEvidence: 8,
    withoutEvidence: 7,
    judged: { right: 10, decided: 5, rightDecided: 5, falseVerdicts: 1, unverified: 0 },
    answers,
    schemaErrors: 3,
    ungrounded: 1,
    repaired: 2,
    invalid: 1,
    unanswered: 0,
    tokensIn: answers * 1_000,
    tokensOut: answers * 50,
    tokensEstimated: 0,
    creditsSpent: (answers * (1_000 * 100 + 50 * 500)) / 1_000_000,
  });
  assert.equal(latenciesMs.length, answers);
  assert.equal(server.seen.length, answers);
  assert.deepEqual(
    wrong.map(({ given }) => given),
    ['not_found', 'passed', null, null, null],
  );
  assert.ok(offline.right > 0 && offline.right <= 15);
});

test('a finding whose quote is in no row is lost, and counts as not found', async (t) => {
  const { check } = await scene(t, { set: 'whole', cases: { '0.0': 'lost' } });

  const part = (await check({ set: 'whole', questions: [0] })).body.data as ModelCheckPart;

  const { right, unverified } = part.judged;
  assert.deepEqual([right, unverified, part.schemaErrors], [part.cases - 1, 1, 0]);
  assert.deepEqual(
    part.wrong.map(({ given }) => given),
    ['not_found'],
  );
});

test('the plan says what the whole set costs and asks nobody', async (t) => {
  const { call, owner, server } = await scene(t);
  const plans: ModelCheckPlan[] = [];
  for (const set of ['sample', 'whole', 'sealed']) {
    const { body, status } = await call(`${PLAN}?set=${set}`, { as: owner });
    assert.equal(status, 200, set);
    plans.push(body.data as ModelCheckPlan);
  }

  assert.deepEqual(
    plans.map(({ cases, questions }) => [cases, questions]),
    [
      [60, 20],
      [3_069, 425],
      [354, 50],
    ],
  );
  for (const { creditEstimate } of plans) {
    assert.ok(creditEstimate.least > 0 && creditEstimate.least < creditEstimate.most);
  }
  assert.equal(server.seen.length, 0);
});

test('what would exceed the cap is not asked', async (t) => {
  const { check, server } = await scene(t);

  const none = (await check({ questions: [0], creditsMax: 0.01 })).body.data as ModelCheckPart;
  const some = (await check({ questions: [0, 1, 2, 3, 4], creditsMax: 1 })).body
    .data as ModelCheckPart;

  assert.deepEqual([none.asked, none.stopped, none.creditsSpent], [[], 'cap', 0]);
  assert.equal(some.stopped, 'cap');
  assert.ok(some.asked.length > 0 && some.creditsSpent <= 1);
  assert.equal(server.seen.length, some.asked.length);
});

test('errors of the sealed set are totals only', async (t) => {
  const { check } = await scene(t, { set: 'sealed', cases: { '0.0': 'not_found' } });

  const part = (await check({ set: 'sealed', questions: [0] })).body.data as ModelCheckPart;

  assert.equal(part.judged.right, part.cases - 1);
  assert.deepEqual(part.wrong, []);
});

test('a provider that is away ends the request, and its cases are not right', async (t) => {
  const { check } = await scene(t, { set: 'sample', questions: { 1: 'silent provider' } });

  const part = (await check({ questions: [0, 1, 2] })).body.data as ModelCheckPart;

  assert.deepEqual([part.asked, part.stopped, part.unanswered], [[0, 1], 'no_answer', 1]);
  assert.deepEqual([part.cases, part.judged.right], [6, 3]);
});

test('each request leaves an entry for operators, and no organization pays', async (t) => {
  const { check, call, owner, credits } = await scene(t);
  await check({ questions: [0, 1] });

  const { body } = await call('GET /api/v1/operator/audit', { as: owner });

  const [entry] = body.data as OperatorEntry[];
  assert.equal(entry?.action, 'model.checked');
  assert.equal(entry.resource, 'vendor-haiku-4-5');
  assert.deepEqual(entry.details, {
    set: 'sample',
    provider: 'openai-compatible',
    region: 'DE',
    questions: 2,
    cases: 6,
    answers: 2,
    tokensIn: 2_000,
    tokensOut: 100,
    credits: 0.25,
  });
  const { used, runs } = await credits();
  assert.deepEqual({ used, runs }, { used: 0, runs: 0 });
});

test('only operators may check, and bad input asks nobody', async (t) => {
  const { call, check, access, organization, token, server, owner } = await scene(t);
  const member = await access.join(organization, 'owner');
  const body = { set: 'sample', questions: [0], creditsMax: 1 };
  const code = async (as?: typeof owner | string) =>
    (await call(RUN, as === undefined ? { body } : { as, body })).body.code;

  assert.equal(await code(), 'UNAUTHORIZED');
  assert.equal(await code(member), 'FORBIDDEN');
  assert.equal(await code(token), 'INSUFFICIENT_SCOPE');
  for (const [wrong, path] of [
    [{ questions: [0, 20] }, 'questions.1'],
    [{ questions: [] }, 'questions'],
    [{ questions: Array.from({ length: modelCheckQuestionsMax + 1 }, (_, at) => at) }, 'questions'],
    [{ questions: [0], model: 'vendor-nobody' }, 'model'],
    [{ questions: [0], set: 'other' }, 'set'],
    [{ questions: [0], creditsMax: -1 }, 'creditsMax'],
    [{ questions: [0], creditsMax: modelCheckCreditsMax + 1 }, 'creditsMax'],
  ] as const) {
    const { status, body: answer } = await check(wrong);
    assert.equal(status, 400, JSON.stringify(wrong));
    assert.equal(answer.details?.[0]?.path, path);
  }
  assert.equal(server.seen.length, 0);
});

test('without a model, or with a rejected one, there is nothing to check', async (t) => {
  const offline = await scene(t, { set: 'sample' }, { kind: 'offline' });
  const rejected = await scene(t, { set: 'sample' }, { kind: 'refused', reason: 'no country' });

  const none = await offline.check({ questions: [0] });
  const refused = await rejected.check({ questions: [0] });

  assert.deepEqual([none.status, none.body.code], [501, 'AI_MODEL_NOT_CONFIGURED']);
  assert.deepEqual([refused.status, refused.body.code], [503, 'AI_PROVIDER_NOT_EU']);
  assert.match(refused.body.error ?? '', /no country/);
});
