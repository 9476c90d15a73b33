/** What takes long for large inputs, or for the first time. Plain data in, plain data out. */
import type { ExpectedItem } from '../../../contract/evaluation.ts';
import type { ModelAnswer } from '../../../engines/model/model.ts';
import type { CheckJob, CheckPlan, CheckQuestion } from '../model-check/prepare-check.ts';
import type { Prompt } from '../asking/build-prompt.ts';
import type { Question } from '../grounding/read-answer.ts';
import type { WrittenVerdict } from '../grounding/write-verdict.ts';
import type { PackedLines } from '../input/packed-lines.ts';
import type { Halves } from '../input/halve.ts';
import type { Judge } from '../input/write-preview.ts';
import type { PreparedInput } from '../input/prepared-input.ts';
import type { ReadingSettings } from '../input/read-request.ts';
import type { FoundEvents, RowSource, RunRequest } from '../input/run-request.ts';

/** An input that was prepared: for a verdict, or shown as the answer that is sent. */
export type Prepared =
  | { readonly kind: 'preview'; readonly answer: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'prepared'; readonly input: PreparedInput };

/** A parsed request, or the search that provides its rows. */
export type ReadInput =
  | Prepared
  | {
      readonly kind: 'search';
      readonly request: RunRequest;
      readonly search: RowSource & { readonly kind: 'search' };
    };

/** The content of one question about the lines. */
export interface AskedLines {
  readonly lines: PackedLines;
  readonly request: RunRequest;
  /** None when the evaluator finds the conclusions itself. */
  readonly items: readonly ExpectedItem[];
  /** Part of the input was not examined. */
  readonly isTruncated: boolean;
}

export type Job =
  | { readonly kind: 'read'; readonly bytes: Uint8Array; readonly settings: ReadingSettings }
  | { readonly kind: 'halve'; readonly bytes: Uint8Array; readonly detailsMax: number }
  | {
      readonly kind: 'prepare';
      /** A JSON list. */
      readonly bytes: Uint8Array;
      readonly request: RunRequest;
      readonly events: FoundEvents;
      readonly judge: Judge;
    }
  | {
      readonly kind: 'prompt';
      readonly request: RunRequest;
      readonly items: readonly ExpectedItem[];
      /** Without them only the rest is written, for what that takes. */
      readonly texts: PackedLines['texts'] | undefined;
      readonly problems: readonly string[];
    }
  | { readonly kind: 'judge'; readonly asked: AskedLines }
  | {
      readonly kind: 'ground';
      readonly answer: ModelAnswer;
      readonly question: Question;
      readonly asked: AskedLines;
    }
  | CheckJob
  /** What a fresh thread does first. */
  | { readonly kind: 'practise' };

export interface JobResults {
  readonly read: ReadInput;
  readonly halve: Halves;
  readonly prepare: Prepared;
  readonly prompt: Prompt;
  readonly judge: { readonly verdict: WrittenVerdict; readonly tokensOut: number };
  readonly ground: WrittenVerdict;
  readonly checkPlan: CheckPlan;
  readonly checkQuestion: CheckQuestion | undefined;
  readonly practise: undefined;
}
