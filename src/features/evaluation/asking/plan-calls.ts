/** How a run is split into questions to a model, and how many tokens each part may take. */
import type { ExpectedItem } from '../../../contract/evaluation.ts';
import { estimateTokens } from '../../../patterns/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { judgedItems, type RunRequest } from '../input/run-request.ts';
import { countedTokens, estimatedTokens } from '../price.ts';

/** Tokens of the instructions, of the text around rows and items, and of a list of problems. */
const FRAME_TOKENS = 1_500;
/** The number in front of an item, and its end. */
const ITEM_TOKENS = 4;

const { inputTokensMax, rowTokensMin, itemsPerCallMax } = LIMITS.evaluation;
const { answerTokensBase, answerTokensPerItem, answerTokensGeneric } = LIMITS.evaluation;

/** Groups of items for one question each; one empty list if the evaluator finds the conclusions itself. */
export function planCalls(request: RunRequest): readonly (readonly ExpectedItem[])[] {
  const items = judgedItems(request);
  if (items.length === 0) return [[]];
  const tokensMax = estimatedTokens(request.model, inputTokensMax - rowTokensMin) - fixed(request);
  const calls: ExpectedItem[][] = [];
  let tokens = 0;
  for (const item of items) {
    const cost = itemTokens(item);
    const call = calls.at(-1);
    if (call !== undefined && call.length < itemsPerCallMax && tokens + cost <= tokensMax) {
      call.push(item);
      tokens += cost;
    } else {
      calls.push([item]);
      tokens = cost;
    }
  }
  return calls;
}

/** What the rows may take, as we estimate: the same in every question of the run. */
export function tokensForRows(request: RunRequest): number {
  const items = planCalls(request).map((call) => sum(call.map(itemTokens)));
  const hints = request.mode === 'generic_verdict' ? sum(request.items.map(itemTokens)) : 0;
  const others = fixed(request) + Math.max(...items) + hints;
  const whole = estimatedTokens(request.model, inputTokensMax);
  return Math.max(estimatedTokens(request.model, rowTokensMin), whole - others);
}

/** Token limit of an answer about this many items; `items` is 0 if the evaluator finds the conclusions itself. */
export function answerTokensMax(items: number): number {
  return items === 0 ? answerTokensGeneric : answerTokensBase + items * answerTokensPerItem;
}

/** Lower bounds: the instructions alone take more, and findings are hardly ever shorter. */
const FRAME_TOKENS_LEAST = 400;
const FINDING_TOKENS_LEAST = 20;

export interface RunTokens {
  readonly in: number;
  readonly out: number;
}

/**
 * Tokens of a whole run with `lineTokens` of rows: `least` if the model counts few tokens and answers each question
 * briefly on the first try, `most` if it counts many and every question has to be repeated.
 */
export function tokensOfRun(
  request: RunRequest,
  lineTokens: number,
): { readonly least: RunTokens; readonly most: RunTokens } {
  const calls = planCalls(request);
  const hints = request.mode === 'generic_verdict' ? sum(request.items.map(itemTokens)) : 0;
  const always = FRAME_TOKENS_LEAST + estimateTokens(request.criteria) + hints + lineTokens;
  const least = calls.map((items) => ({
    in: estimatedTokens(request.model, always + sum(items.map(itemTokens))),
    out: Math.max(1, items.length) * FINDING_TOKENS_LEAST,
  }));
  const most = calls.map((items) => ({
    in:
      2 *
      countedTokens(
        request.model,
        fixed(request) + sum(items.map(itemTokens)) + hints + lineTokens,
      ),
    out: 2 * answerTokensMax(items.length),
  }));
  return { least: total(least), most: total(most) };
}

/** The same for an input in parts, each of which is asked about as often as the request says. */
export function tokensOfParts(
  request: RunRequest,
  lineTokens: readonly number[],
): ReturnType<typeof tokensOfRun> {
  const { samples = 1 } = request;
  const parts = lineTokens.map((tokens) => tokensOfRun(request, tokens));
  const times = ({ in: tokensIn, out }: RunTokens): RunTokens => ({
    in: tokensIn * samples,
    out: out * samples,
  });
  return {
    least: times(total(parts.map(({ least }) => least))),
    most: times(total(parts.map(({ most }) => most))),
  };
}

function total(all: readonly RunTokens[]): RunTokens {
  return { in: sum(all.map((each) => each.in)), out: sum(all.map((each) => each.out)) };
}

function fixed({ criteria }: RunRequest): number {
  return FRAME_TOKENS + estimateTokens(criteria);
}

function itemTokens({ description }: ExpectedItem): number {
  return estimateTokens(description) + ITEM_TOKENS;
}

function sum(values: readonly number[]): number {
  return values.reduce((before, value) => before + value, 0);
}
