/** What a run costs, in micro-credits. */
import { MODELS, type ModelName, TOKEN_PRICES } from '../../spec/evaluation.ts';
import { LIMITS } from '../../spec/limits.ts';

/** Currency per million tokens, and credits per currency, make micro-credits per token. */
const MICRO_PER_TOKEN_IN = Math.round(TOKEN_PRICES.in / LIMITS.evaluation.creditCostUnits);
const MICRO_PER_TOKEN_OUT = Math.round(TOKEN_PRICES.out / LIMITS.evaluation.creditCostUnits);

/** Model name of the built-in evaluator. It calls no model, so it costs nothing. */
export const OFFLINE_MODEL = 'offline-lexical-1';

export function priceOf(model: ModelName, tokensIn: number, tokensOut: number): number {
  const { relativeCost } = MODELS[model];
  return (tokensIn * MICRO_PER_TOKEN_IN + tokensOut * MICRO_PER_TOKEN_OUT) * relativeCost;
}

/** Upper bound for the tokens a model may count for our estimate of `tokens`. */
export function countedTokens(model: ModelName, tokens: number): number {
  return Math.ceil(tokens * MODELS[model].tokenFactor);
}

/** What our estimate may be so that a model counts no more than `tokens`. */
export function estimatedTokens(model: ModelName, tokens: number): number {
  return Math.floor(tokens / MODELS[model].tokenFactor);
}
