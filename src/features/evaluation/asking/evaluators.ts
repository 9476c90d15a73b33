/** Who judges: a model, or the evaluator of the platform itself. Both answers pass the same checks. */
import { AppError } from '../../../base/errors.ts';
import type { ModelProvider } from '../../../engines/model/model.ts';
import type { ModelName } from '../../../spec/evaluation.ts';
import type { EvaluationNeeds } from '../evaluation-needs.ts';
import type { WrittenVerdict } from '../grounding/write-verdict.ts';
import { modelId } from '../input/read-request.ts';
import { GENERIC_ANSWER_SCHEMA, ITEM_ANSWER_SCHEMA } from './answer-schema.ts';
import { OFFLINE_MODEL } from '../price.ts';
import type { AskedLines } from '../threads/jobs.ts';
import type { Prompt } from './build-prompt.ts';

export interface EvaluatorQuestion {
  readonly asked: AskedLines;
  /** What the lines take, as we estimate. */
  readonly lineTokens: number;
  readonly prompt: Prompt;
  readonly answerTokensMax: number;
}

export interface EvaluatorAnswer {
  /** Checks the answer against the lines. */
  readonly ground: () => Promise<WrittenVerdict>;
  /** Undefined if not counted. */
  readonly tokensIn: number | undefined;
  readonly tokensOut: number | undefined;
}

export interface Evaluator {
  readonly provider: string;
  readonly region: string;
  /** The name of what produces the verdict. */
  readonly model: string;
  /** The lines are sent with the question. */
  readonly readsPrompt: boolean;
  /** Its answers cost nothing. */
  readonly isFree: boolean;
  ask(question: EvaluatorQuestion, signal: AbortSignal): Promise<EvaluatorAnswer>;
}

const OFFLINE_PROVIDER = 'offline';

export function evaluatorFor(needs: EvaluationNeeds, name: ModelName): Evaluator {
  const { model } = needs;
  switch (model.kind) {
    case 'offline':
      return offlineEvaluator(needs);
    case 'open':
      return modelEvaluator(needs, model.provider, modelId(name, needs.vendor));
    case 'refused':
      return refusedEvaluator();
  }
}

function modelEvaluator(
  { threads }: EvaluationNeeds,
  provider: ModelProvider,
  model: string,
): Evaluator {
  return {
    provider: provider.provider,
    region: provider.region,
    model,
    readsPrompt: true,
    isFree: false,
    async ask({ asked, prompt, answerTokensMax }, signal) {
      const { request, items } = asked;
      const { system, text, code, mark } = prompt;
      const answerSchema = items.length > 0 ? ITEM_ANSWER_SCHEMA : GENERIC_ANSWER_SCHEMA;
      const answer = await provider.ask(
        { model: request.model, system, text, answerSchema, answerTokensMax },
        signal,
      );
      const question = { itemCount: items.length, code, mark };
      const { tokensIn, tokensOut } = answer;
      const ground = () => threads.run({ kind: 'ground', answer, question, asked }, signal);
      return { ground, tokensIn, tokensOut };
    },
  };
}

function offlineEvaluator({ threads, offlineRegion }: EvaluationNeeds): Evaluator {
  return {
    provider: OFFLINE_PROVIDER,
    region: offlineRegion,
    model: OFFLINE_MODEL,
    readsPrompt: false,
    isFree: true,
    async ask({ asked, lineTokens, prompt, answerTokensMax }, signal) {
      const { verdict, tokensOut } = await threads.run({ kind: 'judge', asked }, signal);
      return {
        ground: () => Promise.resolve(verdict),
        tokensIn: prompt.frameTokens + lineTokens,
        tokensOut: Math.min(tokensOut, answerTokensMax),
      };
    },
  };
}

function refusedEvaluator(): Evaluator {
  return {
    provider: 'none',
    region: 'none',
    model: 'none',
    readsPrompt: false,
    isFree: true,
    async ask() {
      throw notInTheEu();
    },
  };
}

export function notInTheEu(): AppError {
  const message = 'No EU capacity for evaluations at the moment. Retry later.';
  return new AppError('AI_PROVIDER_NOT_EU', message);
}
