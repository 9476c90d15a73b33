/** One evaluation, from the bytes of the request to the verdict or the preview. */
import type { Actor } from '../../base/actor.ts';
import { AppError } from '../../base/errors.ts';
import { safeStack } from '../../base/safe-stack.ts';
import type { EvaluationResult } from '../../contract/evaluation.ts';
import { type Asking, askEvaluator, isUnpaid, jsonList } from './asking/ask-evaluator.ts';
import type { Verdict } from './merging/verdict.ts';
import { type Evaluator, evaluatorFor, notInTheEu } from './asking/evaluators.ts';
import type { EvaluationNeeds } from './evaluation-needs.ts';
import { giveBackLines } from './input/packed-lines.ts';
import { partsOf, type PreparedInput } from './input/prepared-input.ts';
import type { SavedCheck } from './input/request-of-run.ts';
import { judgedItems } from './input/run-request.ts';
import { noteFailedRun, requireNoPause } from './failed-runs.ts';
import { openRunLedger, type RunLedger } from './run-ledger.ts';
import { type FoundRows, packRows, searchRows } from './search-rows.ts';
import type { Prepared } from './threads/jobs.ts';

export interface RunOptions {
  /** The rows of the search that the request names, where they are there already. */
  readonly found?: FoundRows | undefined;
  /** The bytes are those of a run of this check. */
  readonly check?: SavedCheck | undefined;
  /** Evidence quotes rows of the caller, too. */
  readonly quotesRows?: true;
}

/** The answer as it is sent. `signal` aborts when the caller goes away. */
export async function runEvaluation(
  needs: EvaluationNeeds,
  actor: Actor,
  bytes: Uint8Array,
  signal: AbortSignal,
  { found, check }: RunOptions = {},
): Promise<Uint8Array> {
  const own = { ...needs, threads: needs.threads.of(actor.organization) };
  try {
    const prepared = await readInput(own, actor, bytes, signal, { found, check });
    if (prepared.kind === 'preview') {
      needs.meter.preview();
      return prepared.answer;
    }
    await requireNoPause(needs, actor);
    return await judge(own, actor, prepared.input, signal);
  } catch (error) {
    throw withoutWords(error);
  }
}

/** Reads a request, and searches its rows where it says so. */
export async function readInput(
  needs: EvaluationNeeds,
  actor: Actor,
  bytes: Uint8Array,
  signal: AbortSignal,
  { found, check, quotesRows }: RunOptions,
): Promise<Prepared> {
  const { threads, vendor } = needs;
  const isOffline = needs.model.kind === 'offline';
  const { detailsMax, jsonDepthMax } = needs.limits.http;
  const saved = {
    ...(check === undefined ? {} : { check }),
    ...(quotesRows === undefined ? {} : { quotesRows }),
  };
  const settings = { vendor, isOffline, detailsMax, jsonDepthMax, ...saved };
  const read = await threads.run({ kind: 'read', bytes, settings }, signal);
  if (read.kind !== 'search') return read;
  const searched = await (found === undefined
    ? searchRows(needs, actor, read.search, signal)
    : packRows(found));
  const { request } = read;
  const job = { kind: 'prepare', ...searched, request, judge: { vendor, isOffline } } as const;
  return threads.run(job, signal);
}

/** The answer as it is sent, paid for. */
export async function judge(
  needs: EvaluationNeeds,
  actor: Actor,
  input: PreparedInput,
  callerSignal: AbortSignal,
): Promise<Uint8Array> {
  const evaluator = evaluatorFor(needs, input.request.model);
  const { request } = input;
  const isTruncated = input.isClipped || input.droppedTemplates > 0;
  const ledger = openRunLedger(needs, actor, input, evaluator);
  const { runMsMax } = needs.limits.evaluation;
  const endsAt = performance.now() + runMsMax;
  const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(runMsMax)]);
  let verdict: Verdict;
  try {
    if (needs.model.kind === 'refused') throw notInTheEu();
    verdict =
      input.lines.count === 0
        ? nothingToJudge(input)
        : await askEvaluator({
            input,
            evaluator,
            isTruncated,
            signal,
            msLeft: () => endsAt - performance.now(),
            write(items, problems, lines) {
              const texts = evaluator.readsPrompt ? lines.texts : undefined;
              return needs.threads.run({ kind: 'prompt', request, items, texts, problems }, signal);
            },
            ...spending(ledger, signal),
          });
  } catch (error) {
    // An answer arrived that nobody is charged for; a caller who disconnects pays for the question.
    const isCostly = ledger.usage().tokensIn > 0 && !callerSignal.aborted;
    if (isCostly) await noteFailedRun(needs, actor);
    throw await endInFailure(needs, ledger, error, callerSignal);
  } finally {
    for (const { lines } of partsOf(input)) giveBackLines(lines);
  }
  const creditsSpent = await ledger.end({ outcome: 'answered', verdict });
  return writeResult({ input, evaluator, verdict, isTruncated, ledger, creditsSpent });
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

const NO_ROWS: Omit<EvaluationResult['verdict'][number], 'id'> = {
  explanation: 'No events to evaluate.',
  status: 'not_found',
  confidence: 1,
};

/** A search that finds nothing is an answer, too: there is no evidence for anything. */
function nothingToJudge({ request }: PreparedInput): Verdict {
  const items = judgedItems(request);
  const ids = items.length === 0 ? ['f1'] : items.map(({ id }) => id);
  return {
    verdict: ids.map((id) => JSON.stringify({ id, ...NO_ROWS })),
    evidence: ids.map((id) => JSON.stringify({ id, rows: [] })),
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
  const failure = error instanceof AppError ? error : timedOut(needs, error);
  // Without credits there was no run.
  if (isUnpaid(failure)) return failure;
  const code = failure instanceof AppError ? failure.code : 'INTERNAL';
  try {
    await ledger.end({ outcome: callerSignal.aborted ? 'abandoned' : code });
  } catch (later) {
    needs.log.error({ err: new Error(safeStack(later)) }, 'failed evaluation not recorded');
  }
  return failure;
}

/** Time limit reached: either the provider did not answer, or this node took too long. */
function timedOut({ model }: EvaluationNeeds, error: unknown): unknown {
  const isOver = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name);
  if (!isOver) return error;
  return model.kind === 'offline' ? tookTooLong() : notInTheEu();
}

function tookTooLong(): AppError {
  return new AppError('EVALUATION_TIMEOUT', 'The evaluation took too long. Send fewer events.');
}

interface Outcome {
  readonly input: PreparedInput;
  readonly evaluator: Evaluator;
  readonly verdict: Verdict;
  readonly isTruncated: boolean;
  readonly ledger: RunLedger;
  readonly creditsSpent: number;
}

/** Findings and evidence come as JSON, so they are put between the other fields as they are. */
function writeResult(outcome: Outcome): Uint8Array {
  const { input, evaluator, verdict, isTruncated, ledger, creditsSpent } = outcome;
  const { tokensIn, tokensOut, isEstimated } = ledger.usage();
  const others: Omit<EvaluationResult, 'verdict' | 'evidence'> = {
    summary: verdict.summary,
    model: evaluator.model,
    provider: evaluator.provider,
    region: evaluator.region,
    inputRowCount: input.inputRowCount,
    truncated: isTruncated,
    compressed: input.isCompressed,
    ...(input.laterParts === undefined ? {} : { parts: partsOf(input).length }),
    usage: { tokensIn, tokensOut, ...(isEstimated ? { estimated: true as const } : {}) },
    creditsSpent,
  };
  const fields = [
    `"verdict":${jsonList(verdict.verdict)}`,
    `"evidence":${jsonList(verdict.evidence)}`,
    JSON.stringify(others).slice(1, -1),
  ];
  return Buffer.from(`{"data":{${fields.join(',')}}}`);
}

/** Error messages here may contain parts of rows: only the locations are kept, for the log. */
export function withoutWords(error: unknown): unknown {
  if (error instanceof AppError) {
    const { code, message, facts, cause } = error;
    return cause === undefined
      ? error
      : new AppError(code, message, facts, new Error(safeStack(cause)));
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const frames = [safeStack(error), ...(cause === undefined ? [] : [safeStack(cause)])];
  return new Error(`an evaluation failed\n${frames.join('\n')}`);
}
