import {
  type EvaluationPreview,
  type EvaluationResult,
  runAdhocEvaluation,
} from '../../../contract/evaluation.ts';
import { cell } from './cells.ts';
import { incompleteBecause, readQuery } from './read-range.ts';
import type { RunTool } from './tool.ts';
import { ToolRefusal } from './tool-problem.ts';

/** Has events evaluated on the server: they never pass through the agent. The maximum cost is estimated first. */
export const evaluate: RunTool<'evaluate'> = async (caller, input) => {
  const read = await readQuery(caller, input);
  const { criteria, expectedItems, mode, model, maxCredits } = input;
  const body = {
    source: { query: input.query, ...read.bounds },
    criteria,
    ...(expectedItems === undefined ? {} : { expectedItems }),
    ...(mode === undefined ? {} : { mode }),
    ...(model === undefined ? {} : { model }),
  };
  const estimate = (await caller.call(runAdhocEvaluation, { body: { ...body, preview: true } }))
    .data as EvaluationPreview;
  const cost = costOf(estimate);
  if (input.preview) {
    return {
      head: (shown) =>
        `preview, ${shown} lines of ${estimate.inputRowCount} rows, truncated ${yes(estimate.truncated)}, at most ${cost} credits, ${read.range}`,
      tables: [{ columns: ['line'], rows: estimate.lines.map((line) => [line]) }],
      next: 'evaluate without preview',
    };
  }
  if (cost > maxCredits) {
    throw new ToolRefusal(
      'CREDITS_ABOVE_MAX',
      `CREDITS_ABOVE_MAX: estimated at most ${cost} credits for ${estimate.inputRowCount} rows, maxCredits ${maxCredits}; narrow the query or raise maxCredits. Nothing was run.`,
    );
  }
  const result = (await caller.call(runAdhocEvaluation, { body })).data as EvaluationResult;
  const rows = findingRows(result);
  const firstEvent = rows.map((row) => row[EVENT] ?? '').find((id) => /^[0-9a-f]{8,32}$/.test(id));
  return {
    head: () => headOf(result),
    tables: [{ columns: ['item', 'status', 'confidence', 'explanation', 'event', 'quote'], rows }],
    cut: result.truncated ? ['rows'] : [],
    incomplete: await incompleteBecause(caller, read),
    next:
      firstEvent === undefined
        ? 'logs_patterns, since no event settles it'
        : `logs_event ${firstEvent}`,
  };
};

const EVENT = 4;
/** Quotes of one finding. */
const QUOTES_MAX = 3;

/** What this installation would charge for the whole run; the built-in evaluator charges nothing. */
function costOf({ creditEstimate: { charged, wholeRun } }: EvaluationPreview): number {
  return charged === 0 ? 0 : Math.max(charged, wholeRun.most);
}

function findingRows({ verdict, evidence }: EvaluationResult): string[][] {
  return verdict.flatMap((finding) => {
    const cited = (evidence.find(({ id }) => id === finding.id)?.rows ?? []).slice(0, QUOTES_MAX);
    const first = [finding.id, finding.status ?? '', cell(finding.confidence), finding.explanation];
    const quotes = cited.map(({ eventId, quote }) => [eventId ?? '', quote ?? '']);
    return (quotes.length === 0 ? [['', '']] : quotes).map((quote, at) =>
      at === 0 ? [...first, ...quote] : [finding.id, '', '', '', ...quote],
    );
  });
}

/** Contains only text of the product and its configuration. */
function headOf(result: EvaluationResult): string {
  const statuses = ['passed', 'failed', 'skipped', 'not_found'].flatMap((status) => {
    const count = result.verdict.filter((finding) => finding.status === status).length;
    return count === 0 ? [] : [`${status} ${count}`];
  });
  return (
    [`${result.verdict.length} items`, ...statuses].join(', ') +
    `; ${result.inputRowCount} rows, ${result.compressed ? 'compressed' : 'as they are'}, truncated ${yes(result.truncated)}` +
    `; model ${result.model}, ${result.region}, ${result.creditsSpent} credits`
  );
}

function yes(is: boolean): string {
  return is ? 'yes' : 'no';
}
