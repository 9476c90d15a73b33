/** Asks the configured model about labelled cases, as an evaluation asks it, and counts what comes out. */
import { AppError, type ErrorDetail } from '../../../base/errors.ts';
import type {
  CheckedJudgements,
  ModelCheckPart,
  ModelCheckPlan,
} from '../../../contract/model-check.ts';
import type { FindingStatus, ModelCheckSet, ModelName } from '../../../spec/evaluation.ts';
import { MICRO_CREDITS } from '../../../spec/units.ts';
import { askEvaluator } from '../asking/ask-evaluator.ts';
import type { Verdict } from '../merging/verdict.ts';
import { type Evaluator, evaluatorFor } from '../asking/evaluators.ts';
import type { EvaluationNeeds } from '../evaluation-needs.ts';
import type { Finding } from '../grounding/ground-findings.ts';
import type { WrittenVerdict } from '../grounding/write-verdict.ts';
import { giveBackLines } from '../input/packed-lines.ts';
import { invalidInput } from '../input/invalid-input.ts';
import { defaultModel, modelOf, modelProblems } from '../input/read-request.ts';
import { priceOf } from '../price.ts';
import { type CheckQuestion, isUnverified } from './prepare-check.ts';

export interface CheckRequest {
  readonly set: ModelCheckSet;
  readonly model: string | undefined;
  readonly questions: readonly number[];
  readonly creditsMax: number;
}

export async function planModelCheck(
  needs: EvaluationNeeds,
  { set, model: id }: Pick<CheckRequest, 'set' | 'model'>,
  signal: AbortSignal,
): Promise<ModelCheckPlan> {
  const model = readModel(needs, id);
  const { provider, region, model: name } = requireModel(needs, model);
  const { cases, questions, least, most } = await needs.threads.run(
    { kind: 'checkPlan', set, model },
    signal,
  );
  const credits = (tokens: typeof least): number =>
    priceOf(model, tokens.in, tokens.out) / MICRO_CREDITS;
  const creditEstimate = { least: credits(least), most: credits(most) };
  return { provider, region, model: name, set, cases, questions, creditEstimate };
}

export async function checkModel(
  needs: EvaluationNeeds,
  request: CheckRequest,
  callerSignal: AbortSignal,
): Promise<ModelCheckPart> {
  const model = readModel(needs, request.model);
  const evaluator = requireModel(needs, model);
  const plan = await needs.threads.run(
    { kind: 'checkPlan', set: request.set, model },
    callerSignal,
  );
  const unknown = request.questions.flatMap((question, at): ErrorDetail[] =>
    question < plan.questions
      ? []
      : [{ path: `questions.${at}`, message: `Must be less than ${plan.questions}.` }],
  );
  if (unknown.length > 0) throw invalidInput(unknown);
  const counts = newCounts(evaluator);
  const endsAt = performance.now() + needs.limits.evaluation.runMsMax;
  for (const question of request.questions) {
    if (performance.now() >= endsAt) counts.stopped = 'time';
    if (counts.stopped !== null) break;
    const prepared = await needs.threads.run(
      { kind: 'checkQuestion', set: request.set, model, question },
      callerSignal,
    );
    if (prepared === undefined) throw new Error('the plan has more questions than the set');
    await askQuestion(needs, { request, evaluator, counts, question, prepared }, callerSignal);
  }
  return counts;
}

function readModel({ vendor }: EvaluationNeeds, id: string | undefined): ModelName {
  const problems = modelProblems(id === undefined ? {} : { model: id }, vendor);
  if (problems.length > 0) throw invalidInput(problems);
  return modelOf(id, vendor) ?? defaultModel();
}

function requireModel(needs: EvaluationNeeds, model: ModelName): Evaluator {
  switch (needs.model.kind) {
    case 'offline':
      throw new AppError(
        'AI_MODEL_NOT_CONFIGURED',
        'No model provider is configured. Set XPLAIN_AI_PROVIDER, then check the model.',
      );
    case 'refused':
      throw new AppError(
        'AI_PROVIDER_NOT_EU',
        `The configuration of the provider is rejected: ${needs.model.reason}.`,
      );
    case 'open':
      return evaluatorFor(needs, model);
  }
}

type Counts = {
  -readonly [Name in keyof ModelCheckPart]: ModelCheckPart[Name];
};

function newCounts({ provider, region, model }: Evaluator): Counts {
  const none = (): CheckedJudgements => ({
    right: 0,
    decided: 0,
    rightDecided: 0,
    falseVerdicts: 0,
    unverified: 0,
  });
  return {
    provider,
    region,
    model,
    asked: [],
    stopped: null,
    cases: 0,
    withEvidence: 0,
    withoutEvidence: 0,
    judged: none(),
    offline: none(),
    answers: 0,
    schemaErrors: 0,
    ungrounded: 0,
    repaired: 0,
    invalid: 0,
    unanswered: 0,
    latenciesMs: [],
    tokensIn: 0,
    tokensOut: 0,
    tokensEstimated: 0,
    creditsSpent: 0,
    wrong: [],
  };
}

interface Asked {
  readonly request: CheckRequest;
  readonly evaluator: Evaluator;
  readonly counts: Counts;
  readonly question: number;
  readonly prepared: CheckQuestion;
}

async function askQuestion(
  needs: EvaluationNeeds,
  asked: Asked,
  callerSignal: AbortSignal,
): Promise<void> {
  const { counts, prepared, question } = asked;
  const answersBefore = counts.answers;
  const refusedBefore = counts.schemaErrors + counts.ungrounded;
  let verdict: Verdict | undefined;
  try {
    verdict = await askOne(needs, asked, callerSignal);
  } catch (error) {
    callerSignal.throwIfAborted();
    const code = error instanceof AppError ? error.code : undefined;
    const isOver = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name);
    if (code === 'AI_CREDITS_EXHAUSTED') {
      counts.stopped = 'cap';
      return;
    }
    if (code !== 'EVALUATION_SCHEMA_ERROR' && code !== 'AI_PROVIDER_NOT_EU' && !isOver) throw error;
    if (code === 'EVALUATION_SCHEMA_ERROR') counts.invalid += 1;
    else {
      counts.unanswered += 1;
      counts.stopped = 'no_answer';
    }
  } finally {
    giveBackLines(prepared.input.lines);
  }
  const wasRefused = counts.schemaErrors + counts.ungrounded > refusedBefore;
  if (verdict !== undefined && wasRefused && counts.answers > answersBefore) counts.repaired += 1;
  counts.asked.push(question);
  countCases(asked, verdict);
}

function askOne(
  needs: EvaluationNeeds,
  { request, evaluator, counts, prepared }: Asked,
  callerSignal: AbortSignal,
): Promise<Verdict> {
  const { runMsMax } = needs.limits.evaluation;
  const endsAt = performance.now() + runMsMax;
  const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(runMsMax)]);
  const { input } = prepared;
  const { model } = input.request;
  return askEvaluator({
    input,
    evaluator: counting(evaluator, counts),
    isTruncated: input.isClipped || input.droppedTemplates > 0,
    signal,
    msLeft: () => endsAt - performance.now(),
    write: (items, problems, { texts }) =>
      needs.threads.run({ kind: 'prompt', request: input.request, items, texts, problems }, signal),
    hold: async (tokensIn, tokensOut) => {
      const micro = priceOf(model, tokensIn, tokensOut);
      if (micro > (request.creditsMax - counts.creditsSpent) * MICRO_CREDITS) throw overTheCap();
    },
    noteAsked: () => {},
    noteAnswered(tokensIn, tokensOut, isEstimated) {
      counts.tokensIn += tokensIn;
      counts.tokensOut += tokensOut;
      counts.tokensEstimated += Number(isEstimated);
      // Whole micro-credits, so that no rounding adds up.
      const micro = Math.round(counts.creditsSpent * MICRO_CREDITS);
      counts.creditsSpent = (micro + priceOf(model, tokensIn, tokensOut)) / MICRO_CREDITS;
    },
  });
}

function overTheCap(): AppError {
  return new AppError('AI_CREDITS_EXHAUSTED', 'The question can cost more than the cap allows.');
}

/** The same evaluator, whose answers are counted. */
function counting(evaluator: Evaluator, counts: Counts): Evaluator {
  return {
    ...evaluator,
    async ask(question, signal) {
      const startedAt = performance.now();
      const answer = await evaluator.ask(question, signal);
      counts.latenciesMs.push(Math.round(performance.now() - startedAt));
      counts.answers += 1;
      return {
        ...answer,
        async ground() {
          const grounded = await answer.ground();
          countRefusal(grounded, counts);
          return grounded;
        },
      };
    },
  };
}

function countRefusal(grounded: WrittenVerdict, counts: Counts): void {
  if (grounded.kind !== 'invalid') return;
  if (grounded.isUngrounded) counts.ungrounded += 1;
  else counts.schemaErrors += 1;
}

function countCases({ request, counts, prepared }: Asked, verdict: Verdict | undefined): void {
  // What was written here is what is read.
  const findings = (verdict?.verdict ?? []).map((text) => JSON.parse(text) as Finding);
  counts.judged.unverified += findings.filter(isUnverified).length;
  counts.offline.unverified += prepared.unverified;
  for (const [at, { description, expected, offline }] of prepared.cases.entries()) {
    const given = findings[at]?.status as FindingStatus | undefined;
    counts.cases += 1;
    if (expected === 'not_found') counts.withoutEvidence += 1;
    else counts.withEvidence += 1;
    countCase(counts.judged, expected, given);
    countCase(counts.offline, expected, offline);
    if (given === expected || request.set === 'sealed') continue;
    counts.wrong.push({ log: prepared.log, description, expected, given: given ?? null });
  }
}

function countCase(
  counts: CheckedJudgements,
  expected: FindingStatus,
  given: FindingStatus | undefined,
): void {
  const isDecided = given !== undefined && given !== 'not_found';
  if (given === expected) counts.right += 1;
  if (!isDecided) return;
  if (expected === 'not_found') counts.falseVerdicts += 1;
  else {
    counts.decided += 1;
    if (given === expected) counts.rightDecided += 1;
  }
}
