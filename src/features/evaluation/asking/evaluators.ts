/** Who judges: a model, or the evaluator of the platform itself. Both answers pass the same checks. */
import { AppError } from '../../../base/errors.ts';
import type { ExpectedItem } from '../../../contract/evaluation.ts';
import type { ModelProvider } from '../../../engines/model/model.ts';
import { estimateTokens } from '../../../patterns/index.ts';
import type { EvaluationNeeds } from '../evaluation-needs.ts';
import { type ReadAnswer, readAnswer } from '../grounding/read-answer.ts';
import type { PreparedInput } from '../input/prepared-input.ts';
import { modelId } from '../input/read-request.ts';
import { GENERIC_ANSWER_SCHEMA, ITEM_ANSWER_SCHEMA } from './answer-schema.ts';
import type { Prompt } from './build-prompt.ts';

export interface EvaluatorQuestion {
  readonly input: PreparedInput;
  /** None when the evaluator finds the conclusions itself. */
  readonly items: readonly ExpectedItem[];
  readonly prompt: Prompt;
  readonly answerTokensMax: number;
}

export interface EvaluatorAnswer {
  readonly read: ReadAnswer;
  /** Undefined when nobody counted. */
  readonly tokensIn: number | undefined;
  readonly tokensOut: number | undefined;
}

export interface Evaluator {
  readonly provider: string;
  readonly region: string;
  /** The name of what produces the verdict. */
  readonly model: string;
  /** A model sees the lines behind marks, and may copy one along with its quote. */
  readonly seesMarks: boolean;
  ask(question: EvaluatorQuestion, signal: AbortSignal): Promise<EvaluatorAnswer>;
}

const OFFLINE_MODEL = 'offline-lexical-1';
const OFFLINE_PROVIDER = 'offline';

export function evaluatorFor(needs: EvaluationNeeds, input: PreparedInput): Evaluator {
  const { model } = needs;
  switch (model.kind) {
    case 'offline':
      return offlineEvaluator(needs);
    case 'open':
      return modelEvaluator(model.provider, modelId(input.request.model, needs.vendor));
    case 'refused':
      return refusedEvaluator();
  }
}

function modelEvaluator(provider: ModelProvider, model: string): Evaluator {
  return {
    provider: provider.provider,
    region: provider.region,
    model,
    seesMarks: true,
    async ask({ input, items, prompt, answerTokensMax }, signal) {
      const answer = await provider.ask(
        {
          model: input.request.model,
          system: prompt.system,
          text: prompt.text,
          answerSchema: items.length > 0 ? ITEM_ANSWER_SCHEMA : GENERIC_ANSWER_SCHEMA,
          answerTokensMax,
        },
        signal,
      );
      const question = { itemCount: items.length, code: prompt.code, mark: prompt.mark };
      const { tokensIn, tokensOut } = answer;
      return { read: readAnswer(answer, question), tokensIn, tokensOut };
    },
  };
}

function offlineEvaluator({ threads, offlineRegion }: EvaluationNeeds): Evaluator {
  return {
    provider: OFFLINE_PROVIDER,
    region: offlineRegion,
    model: OFFLINE_MODEL,
    seesMarks: false,
    async ask({ input, items, prompt, answerTokensMax }, signal) {
      const { request, lines } = input;
      const hints = request.items.map(({ description }) => description);
      const isGeneric = items.length === 0;
      const verdict = await threads.run(
        {
          kind: 'judge',
          input: {
            lines: lines.map(({ text }) => text),
            criteria: isGeneric ? [request.criteria, ...hints].join('\n') : request.criteria,
            items: request.items.length > 0 ? items : [],
            mode: request.mode,
          },
        },
        signal,
      );
      const draft = {
        findings: verdict.findings.map((finding) => ({ ...finding, score: null, tags: [] })),
        summary: verdict.summary,
      };
      const tokensOut = estimateTokens(JSON.stringify(verdict));
      return {
        read: { kind: 'draft', draft },
        tokensIn: prompt.frameTokens + input.lineTokens,
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
    seesMarks: false,
    async ask() {
      throw notInTheEu();
    },
  };
}

export function notInTheEu(): AppError {
  const message = 'There is no EU capacity for evaluations right now. Try again later.';
  return new AppError('AI_PROVIDER_NOT_EU', message);
}
