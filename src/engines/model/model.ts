/**
 * Language models. A model gets one question and returns one answer: no tools, no memory, no second turn. The target is
 * determined once, at startup, and is always inside the EU.
 */
import type { ModelName } from '../../spec/evaluation.ts';

/** One question to a language model; not stored. */
export interface ModelQuestion {
  readonly model: ModelName;
  readonly system: string;
  /** Criteria, rows and items as one user message. */
  readonly text: string;
  /** Constant: providers may store schemas, so it contains no data of the caller. */
  readonly answerSchema: Readonly<Record<string, unknown>>;
  readonly answerTokensMax: number;
}

export interface ModelAnswer {
  readonly text: string;
  readonly stop: 'end' | 'length' | 'refused' | 'filtered' | 'other';
  /** Undefined if the provider did not report it. */
  readonly tokensIn: number | undefined;
  readonly tokensOut: number | undefined;
}

export interface ModelProvider extends AsyncDisposable {
  /** `bedrock` or `openai-compatible`. */
  readonly provider: string;
  /** The EU region, or the country that the operator declared. */
  readonly region: string;
  /**
   * Retries automatically if nothing can have been billed. Throws the AppError AI_PROVIDER_NOT_EU if no answer was
   * obtained. Aborting closes the socket and throws the signal's reason.
   */
  ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer>;
}

/** What the configuration leads to. Refused: every run answers 503 AI_PROVIDER_NOT_EU and nothing is sent. */
export type OpenedModel =
  | { readonly kind: 'offline' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'open'; readonly provider: ModelProvider };
