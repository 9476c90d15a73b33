/** What a model check asks, prepared on a thread as an evaluation with default options is. */
import { estimateTokens } from '../../../patterns/index.ts';
import { evaluateOffline } from '../../../evaluator/index.ts';
import type { FindingStatus, ModelCheckSet, ModelName } from '../../../spec/evaluation.ts';
import { type RunTokens, tokensOfRun } from '../asking/plan-calls.ts';
import { type Finding, groundFindings } from '../grounding/ground-findings.ts';
import { packLines } from '../input/packed-lines.ts';
import { prepareLines } from '../input/prepare-lines.ts';
import type { PreparedInput, PreparedRows } from '../input/prepared-input.ts';
import { type LabelledQuestion, questionsOf } from './read-set.ts';

export type CheckJob =
  | { readonly kind: 'checkPlan'; readonly set: ModelCheckSet; readonly model: ModelName }
  | {
      readonly kind: 'checkQuestion';
      readonly set: ModelCheckSet;
      readonly model: ModelName;
      readonly question: number;
    };

export interface CheckPlan {
  readonly cases: number;
  readonly questions: number;
  readonly least: RunTokens;
  readonly most: RunTokens;
}

export interface CheckedCase {
  readonly description: string;
  readonly expected: FindingStatus;
  /** What the evaluator of the platform says. */
  readonly offline: FindingStatus | undefined;
}

export interface CheckQuestion {
  readonly log: string;
  readonly cases: readonly CheckedCase[];
  /** Of the offline evaluator. */
  readonly unverified: number;
  readonly input: PreparedInput;
}

const plans = new Map<string, CheckPlan>();

export function planCheck({ set, model }: CheckJob & { kind: 'checkPlan' }): CheckPlan {
  const name = `${set} ${model}`;
  const known = plans.get(name);
  if (known !== undefined) return known;
  const questions = questionsOf(set);
  // Estimated from the whole log, which compression only makes shorter.
  const tokens = questions.map((question) =>
    tokensOfRun(
      requestOf(question, model),
      question.rows.reduce((sum, row) => sum + estimateTokens(row) + LINE_TOKENS, 0),
    ),
  );
  const total = (which: 'least' | 'most', side: keyof RunTokens): number =>
    tokens.reduce((sum, each) => sum + each[which][side], 0);
  const plan = {
    cases: questions.reduce((sum, { cases }) => sum + cases.length, 0),
    questions: questions.length,
    least: { in: total('least', 'in'), out: total('least', 'out') },
    most: { in: total('most', 'in'), out: total('most', 'out') },
  };
  plans.set(name, plan);
  return plan;
}

/** The number and the mark in front of each line, and its end. */
const LINE_TOKENS = 8;

/** Undefined where the set has no such question. */
export function prepareQuestion({
  set,
  model,
  question,
}: CheckJob & { kind: 'checkQuestion' }): CheckQuestion | undefined {
  const labelled = questionsOf(set)[question];
  if (labelled === undefined) return undefined;
  const request = requestOf(labelled, model);
  const {
    lines,
    tokens: _shownInPreviews,
    isOverBudget: _planned,
    laterParts: _none,
    ...facts
  } = prepareLines(request, labelled.rows, {
    isOffline: false,
  });
  const offline = judgeOffline(prepareLines(request, labelled.rows, { isOffline: true }));
  return {
    log: labelled.log,
    cases: labelled.cases.map(({ description, expected }, at) => ({
      description,
      expected,
      offline: offline[at]?.status as FindingStatus | undefined,
    })),
    unverified: offline.filter(isUnverified).length,
    input: { ...facts, lines: packLines(lines) },
  };
}

export function isUnverified({ marks }: Finding): boolean {
  return marks?.includes('evidence_unverified') === true;
}

function requestOf(
  { criteria, cases }: LabelledQuestion,
  model: ModelName,
): PreparedRows['request'] {
  return {
    criteria,
    items: cases.map(({ description }, at) => ({ id: `i${at}`, description })),
    mode: 'test_classification',
    model,
    logCompression: true,
    options: {},
    isPreview: false,
  };
}

function judgeOffline({ request, lines }: PreparedRows): readonly Finding[] {
  const { criteria, items, mode } = request;
  const texts = lines.map(({ text }) => text);
  const { findings, summary } = evaluateOffline({ lines: texts, criteria, items, mode });
  const draft = { findings: findings.map((each) => ({ ...each, score: null, tags: [] })), summary };
  const grounded = groundFindings(draft, {
    lines,
    items,
    criteria,
    isTruncated: false,
    mark: undefined,
  });
  return grounded.kind === 'grounded' ? grounded.verdict : [];
}
