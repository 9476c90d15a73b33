/** Repeats the question until an answer passes every check: twice at most. */
import { AppError } from '../../../base/errors.ts';
import type { ExpectedItem } from '../../../contract/evaluation.ts';
import type { ErrorCode } from '../../../spec/codes.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { WrittenVerdict } from '../grounding/write-verdict.ts';
import type { PackedLines } from '../input/packed-lines.ts';
import { partsOf, type PreparedInput, type PreparedPart } from '../input/prepared-input.ts';
import { judgedItems } from '../input/run-request.ts';
import { mergeParts } from '../merging/merge-parts.ts';
import { takeMajority } from '../merging/take-majority.ts';
import type { Verdict } from '../merging/verdict.ts';
import { countedTokens } from '../price.ts';
import type { Prompt } from './build-prompt.ts';
import type { Evaluator } from './evaluators.ts';
import { answerTokensMax, planCalls } from './plan-calls.ts';

/** What asking needs of the run it is for. */
export interface Asking {
  readonly input: PreparedInput;
  readonly evaluator: Evaluator;
  readonly isTruncated: boolean;
  /** Aborted when no caller waits any more, or the time limit is reached. */
  readonly signal: AbortSignal;
  readonly msLeft: () => number;
  readonly write: (
    items: readonly ExpectedItem[],
    problems: readonly string[],
    lines: PackedLines,
  ) => Promise<Prompt>;
  /** Sets credits aside for questions to come, all or none; throws AI_CREDITS_EXHAUSTED, or CREDIT_CAP_EXCEEDED. */
  readonly hold: (tokensIn: number, tokensOut: number) => Promise<void>;
  /** The question is on its way. */
  readonly noteAsked: (tokensIn: number) => void;
  /** What the answer took. */
  readonly noteAnswered: (tokensIn: number, tokensOut: number, isEstimated: boolean) => void;
}

const { repairMsMin, summaryCharactersMax } = LIMITS.evaluation;

/** One call of the evaluator, ready to go out. */
interface Question {
  readonly part: PreparedPart;
  readonly items: readonly ExpectedItem[];
  readonly prompt: Prompt;
  readonly tokensIn: number;
  readonly tokensOutMax: number;
}

/**
 * Credits for every question are reserved before the first one is sent: a run that cannot be paid in full asks nothing
 * and costs nothing.
 */
export async function askEvaluator(asking: Asking): Promise<Verdict> {
  const { input, evaluator } = asking;
  // The evaluator of the platform would only repeat itself.
  const samples = evaluator.isFree ? 1 : (input.request.samples ?? 1);
  const parts: (readonly Question[])[] = [];
  for (const part of partsOf(input)) parts.push(await prepareQuestions(asking, part));
  const questions = parts.flat();
  await asking.hold(
    samples * questions.reduce((sum, { tokensIn }) => sum + tokensIn, 0),
    samples * questions.reduce((sum, { tokensOutMax }) => sum + tokensOutMax, 0),
  );
  const verdicts: Verdict[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const verdictsOfParts: Verdict[] = [];
    for (const [at, part] of partsOf(input).entries()) {
      // Each answer gets a question with a code that no answer before has seen.
      const asked = sample === 0 ? (parts[at] ?? []) : await prepareQuestions(asking, part);
      verdictsOfParts.push(await askPart(asking, asked));
    }
    verdicts.push(mergeParts(judgedItems(input.request), verdictsOfParts));
  }
  return takeMajority(verdicts);
}

async function prepareQuestions(asking: Asking, part: PreparedPart): Promise<Question[]> {
  const questions: Question[] = [];
  for (const items of planCalls(asking.input.request)) {
    questions.push(await prepareQuestion(asking, part, items, []));
  }
  return questions;
}

async function askPart(asking: Asking, questions: readonly Question[]): Promise<Verdict> {
  const verdicts: Verdict[] = [];
  for (const question of questions) verdicts.push(await askAbout(asking, question));
  return {
    verdict: verdicts.flatMap(({ verdict }) => verdict),
    evidence: verdicts.flatMap(({ evidence }) => evidence),
    summary: joinSummaries(verdicts.map(({ summary }) => summary)),
  };
}

async function askAbout(asking: Asking, question: Question): Promise<Verdict> {
  const first = await askOnce(asking, question);
  if (first.kind === 'grounded') return first;
  if (asking.msLeft() < repairMsMin) throw invalidAnswer();
  const second = await askAgain(asking, question, first.problems);
  if (second.kind === 'grounded') return second;
  throw invalidAnswer();
}

async function askAgain(
  asking: Asking,
  { part, items }: Question,
  problems: readonly string[],
): Promise<WrittenVerdict> {
  const question = await prepareQuestion(asking, part, items, problems);
  try {
    await asking.hold(question.tokensIn, question.tokensOutMax);
  } catch (error) {
    // The credits do not cover a second question: report that the first answer was invalid.
    if (isUnpaid(error)) throw invalidAnswer();
    throw error;
  }
  return askOnce(asking, question);
}

/** Nothing was asked, since the credits or the cap of the run do not suffice. */
export function isUnpaid(error: unknown): boolean {
  const codes: readonly ErrorCode[] = ['AI_CREDITS_EXHAUSTED', 'CREDIT_CAP_EXCEEDED'];
  return error instanceof AppError && codes.includes(error.code);
}

async function prepareQuestion(
  { input, write }: Asking,
  part: PreparedPart,
  items: readonly ExpectedItem[],
  problems: readonly string[],
): Promise<Question> {
  const prompt = await write(items, problems, part.lines);
  const tokensIn = countedTokens(input.request.model, prompt.frameTokens + part.lineTokens);
  return { part, items, prompt, tokensIn, tokensOutMax: answerTokensMax(items.length) };
}

/** Credits have been set aside. */
async function askOnce(asking: Asking, question: Question): Promise<WrittenVerdict> {
  const { input, evaluator, isTruncated } = asking;
  const { request } = input;
  const { part, items, prompt, tokensIn: expectedIn, tokensOutMax } = question;
  asking.noteAsked(expectedIn);
  const { lines, lineTokens } = part;
  const asked = { lines, request, items, isTruncated };
  const sent = { asked, lineTokens, prompt, answerTokensMax: tokensOutMax };
  const { ground, tokensIn, tokensOut } = await evaluator.ask(sent, asking.signal);
  const isEstimated = tokensIn === undefined || tokensOut === undefined;
  asking.noteAnswered(tokensIn ?? expectedIn, tokensOut ?? tokensOutMax, isEstimated);
  return ground();
}

/** Joins JSON values into a JSON list. */
export function jsonList(written: readonly string[]): string {
  return `[${written.join(',')}]`;
}

function joinSummaries(summaries: readonly (string | null)[]): string | null {
  const said = summaries.filter((summary) => summary !== null);
  const joined = said.join(' ');
  if (joined === '') return null;
  return joined.length <= summaryCharactersMax ? joined : (said[0] ?? null);
}

function invalidAnswer(): AppError {
  const message = 'The model returned no valid verdict. You can safely retry.';
  return new AppError('EVALUATION_SCHEMA_ERROR', message);
}
