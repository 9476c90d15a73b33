/** How a run is split into questions to a model, and how many tokens each part may take. */
import type { ExpectedItem } from '../../../contract/evaluation.ts';
import { estimateTokens } from '../../../patterns/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { judgedItems, type RunRequest } from '../input/run-request.ts';
import { estimatedTokens } from '../price.ts';

/** Tokens of the instructions, of what stands around rows and items, and of a list of problems. */
const FRAME_TOKENS = 1_500;
/** The number in front of an item, and its end. */
const ITEM_TOKENS = 4;

const { inputTokensMax, rowTokensMin, itemsPerCallMax } = LIMITS.evaluation;
const { answerTokensBase, answerTokensPerItem, answerTokensGeneric } = LIMITS.evaluation;

/** Items that are asked about together; one empty list when the evaluator finds the conclusions itself. */
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

/** Longest answer to a question about so many items; 0 when the evaluator finds the conclusions itself. */
export function answerTokensMax(items: number): number {
  return items === 0 ? answerTokensGeneric : answerTokensBase + items * answerTokensPerItem;
}

function fixed({ criteria }: RunRequest): number {
  return FRAME_TOKENS + estimateTokens(criteria);
}

function itemTokens({ description }: ExpectedItem): number {
  return estimateTokens(description) + ITEM_TOKENS;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
