/** One evaluation, from the bytes of the request to the verdict or the preview. */
import type { Actor } from '../../base/actor.ts';
import { AppError } from '../../base/errors.ts';
import { framesOf } from '../../base/frames-of.ts';
import type { EvaluationPreview, EvaluationResult } from '../../contract/evaluation.ts';
import { MICRO_CREDITS } from '../../guard/limits/index.ts';
import { type Asking, askEvaluator, type Verdict } from './asking/ask-evaluator.ts';
import { type Evaluator, evaluatorFor, notInTheEu } from './asking/evaluators.ts';
import type { EvaluationNeeds } from './evaluation-needs.ts';
import type { PreparedInput } from './input/prepared-input.ts';
import { modelId } from './input/read-request.ts';
import { judgedItems } from './input/run-request.ts';
import { countedTokens, priceOf } from './price.ts';
import { openRunLedger, type RunLedger } from './run-ledger.ts';
import { type SearchedRows, searchRows } from './search-rows.ts';

/** `signal` aborts when the caller goes away. */
export async function runEvaluation(
  needs: EvaluationNeeds,
  actor: Actor,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<EvaluationResult | EvaluationPreview> {
  try {
    const { input, searched } = await readInput(needs, actor, bytes, signal);
    if (input.request.isPreview) {
      needs.meter.preview();
      return showPreview(needs, input, searched);
    }
    return await judge(needs, actor, input, searched, signal);
  } catch (error) {
    throw withoutWords(error);
  }
}

interface ReadInput {
  readonly input: PreparedInput;
  /** Only where the rows are events of a search. */
  readonly searched: SearchedRows | undefined;
}

async function readInput(
  needs: EvaluationNeeds,
  actor: Actor,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<ReadInput> {
  const { threads, vendor, limits } = needs;
  const settings = { vendor, ...limits.http };
  const read = await threads.run({ kind: 'read', bytes, settings: picked(settings) }, signal);
  if (read.kind === 'prepared') return { input: read.input, searched: undefined };
  const searched = await searchRows(needs, actor, read.search, signal);
  const { request } = read;
  const input = await threads.run({ kind: 'prepare', bytes: searched.bytes, request }, signal);
  return { input, searched };
}

function picked(settings: { vendor: string; detailsMax: number; jsonDepthMax: number }) {
  const { vendor, detailsMax, jsonDepthMax } = settings;
  return { vendor, detailsMax, jsonDepthMax };
}

function showPreview(
  { vendor }: EvaluationNeeds,
  input: PreparedInput,
  searched: SearchedRows | undefined,
): EvaluationPreview {
  const { model } = input.request;
  const credits = (tokens: number): number =>
    priceOf(model, countedTokens(model, tokens), 0) / MICRO_CREDITS;
  return {
    preview: true,
    lines: input.lines.map(({ text }) => text),
    inputRowCount: input.inputRowCount,
    uniqueTemplates: input.uniqueTemplates,
    droppedTemplates: input.droppedTemplates,
    rareLineCount: input.rareLineCount,
    truncated: input.isClipped || searched?.isTruncated === true,
    creditEstimate: {
      model: modelId(model, vendor),
      uncompressed: credits(input.tokens.uncompressed),
      compressed: credits(input.tokens.compressed),
    },
  };
}

async function judge(
  needs: EvaluationNeeds,
  actor: Actor,
  input: PreparedInput,
  searched: SearchedRows | undefined,
  callerSignal: AbortSignal,
): Promise<EvaluationResult> {
  const evaluator = evaluatorFor(needs, input);
  const isTruncated =
    input.isClipped || input.droppedTemplates > 0 || searched?.isTruncated === true;
  const ledger = openRunLedger(needs, actor, input, evaluator);
  const { runMsMax } = needs.limits.evaluation;
  const endsAt = performance.now() + runMsMax;
  const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(runMsMax)]);
  let verdict: Verdict;
  try {
    if (needs.model.kind === 'refused') throw notInTheEu();
    verdict =
      input.lines.length === 0
        ? nothingToJudge(input)
        : await askEvaluator({
            input,
            evaluator,
            isTruncated,
            signal,
            msLeft: () => endsAt - performance.now(),
            ground: (draft, grounding) =>
              needs.threads.run({ kind: 'ground', draft, grounding }, signal),
            ...spending(ledger, signal),
          });
  } catch (error) {
    throw await endInFailure(needs, ledger, error, callerSignal);
  }
  const creditsSpent = await ledger.end({ outcome: 'answered', verdict });
  return showResult({ input, searched, evaluator, verdict, isTruncated, ledger, creditsSpent });
}

function spending(
  ledger: RunLedger,
  signal: AbortSignal,
): Pick<Asking, 'hold' | 'noteAsked' | 'noteAnswered'> {
  return {
    hold: (tokensIn, tokensOut) => ledger.hold(tokensIn, tokensOut, signal),
    noteAsked: (tokensIn) => ledger.noteAsked(tokensIn),
    noteAnswered: (...took) => ledger.noteAnswered(...took),
  };
}

/** A search that finds nothing is an answer, too: there is no evidence for anything. */
function nothingToJudge({ request }: PreparedInput): Verdict {
  const items = judgedItems(request);
  const ids = items.length === 0 ? ['f1'] : items.map(({ id }) => id);
  return {
    verdict: ids.map((id) => ({
      id,
      explanation: 'There are no rows to judge.',
      status: 'not_found' as const,
      confidence: 1,
    })),
    evidence: ids.map((id) => ({ id, rows: [] })),
    summary: null,
  };
}

/** Writes the entry about a run that failed; answers with what to tell the caller. */
async function endInFailure(
  needs: EvaluationNeeds,
  ledger: RunLedger,
  error: unknown,
  callerSignal: AbortSignal,
): Promise<unknown> {
  const failure = error instanceof AppError ? error : timedOut(error);
  // Without credits there was no run.
  if (failure instanceof AppError && failure.code === 'AI_CREDITS_EXHAUSTED') return failure;
  const code = failure instanceof AppError ? failure.code : 'INTERNAL';
  try {
    await ledger.end({ outcome: callerSignal.aborted ? 'abandoned' : code });
  } catch (later) {
    needs.log.error({ err: new Error(framesOf(later)) }, 'failed evaluation not recorded');
  }
  return failure;
}

/** The time is over: no answer was obtained. */
function timedOut(error: unknown): unknown {
  const isOver = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name);
  return isOver ? notInTheEu() : error;
}

interface Outcome {
  readonly input: PreparedInput;
  readonly searched: SearchedRows | undefined;
  readonly evaluator: Evaluator;
  readonly verdict: Verdict;
  readonly isTruncated: boolean;
  readonly ledger: RunLedger;
  readonly creditsSpent: number;
}

function showResult(outcome: Outcome): EvaluationResult {
  const { input, searched, evaluator, verdict, isTruncated, ledger, creditsSpent } = outcome;
  const { tokensIn, tokensOut, isEstimated } = ledger.usage();
  return {
    verdict: [...verdict.verdict],
    summary: verdict.summary,
    evidence: verdict.evidence.map(({ id, rows }) => ({
      id,
      rows: rows.map((row) => {
        const eventId = searched?.eventIds[row.row];
        return eventId === undefined ? row : { ...row, eventId };
      }),
    })),
    model: evaluator.model,
    provider: evaluator.provider,
    region: evaluator.region,
    inputRowCount: input.inputRowCount,
    truncated: isTruncated,
    compressed: input.request.isCompressed,
    usage: { tokensIn, tokensOut, ...(isEstimated ? { estimated: true as const } : {}) },
    creditsSpent,
  };
}

/** What breaks here may have parts of rows in its words: only the places stay, for the log. */
function withoutWords(error: unknown): unknown {
  if (error instanceof AppError) {
    const { code, message, facts, cause } = error;
    return cause === undefined
      ? error
      : new AppError(code, message, facts, new Error(framesOf(cause)));
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const frames = [framesOf(error), ...(cause === undefined ? [] : [framesOf(cause)])];
  return new Error(`an evaluation failed\n${frames.join('\n')}`);
}
