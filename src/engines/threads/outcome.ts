/** The outcome of a job in a thread, and its meaning for the caller. */
import { AppError, type ErrorFacts } from '../../base/errors.ts';
import { safeStack } from '../../base/safe-stack.ts';
import type { ErrorCode } from '../../spec/codes.ts';

export type Outcome<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly facts: ErrorFacts;
    }
  /** Where it failed; the error message may contain parts of the job, so it is not passed on. */
  | { readonly kind: 'failed'; readonly frames: string };

export function outcomeOfError(error: unknown): Outcome<never> {
  if (error instanceof AppError) {
    return { kind: 'refused', code: error.code, message: error.message, facts: error.facts };
  }
  return { kind: 'failed', frames: safeStack(error) };
}

export function answerOf<Answer>(outcome: Outcome<Answer>, name: string): Answer {
  switch (outcome.kind) {
    case 'done':
      return outcome.answer;
    case 'refused':
      throw new AppError(outcome.code, outcome.message, outcome.facts);
    case 'failed':
      throw new Error(`a job of ${name} failed`, { cause: new Error(outcome.frames) });
  }
}
