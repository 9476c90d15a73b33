/** Adds up the parts of a model check, and says what they come to. Runs in the command line and in the browser. */
import type { CheckedJudgements, ModelCheckPart } from './model-check.ts';

export function sumModelChecks(parts: readonly ModelCheckPart[]): ModelCheckPart | undefined {
  const [first, ...others] = parts;
  if (first === undefined) return undefined;
  return others.reduce(add, first);
}

function add(one: ModelCheckPart, other: ModelCheckPart): ModelCheckPart {
  return {
    ...other,
    asked: [...one.asked, ...other.asked],
    cases: one.cases + other.cases,
    withEvidence: one.withEvidence + other.withEvidence,
    withoutEvidence: one.withoutEvidence + other.withoutEvidence,
    judged: addJudged(one.judged, other.judged),
    offline: addJudged(one.offline, other.offline),
    answers: one.answers + other.answers,
    schemaErrors: one.schemaErrors + other.schemaErrors,
    ungrounded: one.ungrounded + other.ungrounded,
    repaired: one.repaired + other.repaired,
    invalid: one.invalid + other.invalid,
    unanswered: one.unanswered + other.unanswered,
    latenciesMs: [...one.latenciesMs, ...other.latenciesMs],
    tokensIn: one.tokensIn + other.tokensIn,
    tokensOut: one.tokensOut + other.tokensOut,
    tokensEstimated: one.tokensEstimated + other.tokensEstimated,
    creditsSpent: roundMicro(one.creditsSpent + other.creditsSpent),
    wrong: [...one.wrong, ...other.wrong],
  };
}

function addJudged(one: CheckedJudgements, other: CheckedJudgements): CheckedJudgements {
  return {
    right: one.right + other.right,
    decided: one.decided + other.decided,
    rightDecided: one.rightDecided + other.rightDecided,
    falseVerdicts: one.falseVerdicts + other.falseVerdicts,
    unverified: one.unverified + other.unverified,
  };
}

/** Prices are whole micro-credits. */
function roundMicro(credits: number): number {
  return Math.round(credits * 1_000_000) / 1_000_000;
}

/** A figure of the model, beside that of the built-in evaluator where it has one. */
export interface CheckFigure {
  readonly name: string;
  readonly model: string;
  readonly offline: string;
}

const MEDIAN = 0.5;
const SLOW = 0.95;

export function checkFigures(sum: ModelCheckPart): CheckFigure[] {
  const both = (name: string, show: (judged: CheckedJudgements) => string): CheckFigure => ({
    name,
    model: show(sum.judged),
    offline: show(sum.offline),
  });
  const own = (name: string, model: number | string): CheckFigure => ({
    name,
    model: String(model),
    offline: '',
  });
  const { cases, withEvidence, withoutEvidence, latenciesMs } = sum;
  return [
    both('Accuracy', ({ right }) => share(right, cases)),
    both('Cases with evidence that were decided', ({ decided }) => share(decided, withEvidence)),
    both('Correct when decided', ({ rightDecided, decided }) => share(rightDecided, decided)),
    both('False verdicts without evidence', (judged) =>
      share(judged.falseVerdicts, withoutEvidence),
    ),
    both('Findings lost because of unverified quotes', ({ unverified }) => String(unverified)),
    own('Answers', sum.answers),
    own('Schema errors', sum.schemaErrors),
    own('Answers rejected because of invented quotes', sum.ungrounded),
    own('Questions repaired by a second answer', sum.repaired),
    own('Questions without a valid answer', sum.invalid),
    own('Questions without any answer', sum.unanswered),
    own('Latency p50', milliseconds(latenciesMs, MEDIAN)),
    own('Latency p95', milliseconds(latenciesMs, SLOW)),
    own('Tokens in', sum.tokensIn),
    own('Tokens out', sum.tokensOut),
    ...(sum.tokensEstimated === 0
      ? []
      : [own('Answers with estimated tokens', sum.tokensEstimated)]),
    own('Credits', sum.creditsSpent),
  ];
}

function share(hits: number, of: number): string {
  return of === 0 ? '0 of 0' : `${hits} of ${of} (${((hits / of) * 100).toFixed(1)}%)`;
}

/** The smallest value that so large a share does not exceed. */
function milliseconds(values: readonly number[], part: number): string {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)];
  return value === undefined ? '–' : `${value} ms`;
}
