import type { ErrorCode } from '../spec/codes.ts';

/** One problem of the input: its position and what is wrong. */
export interface ErrorDetail {
  /** Dotted path into the body, e.g. `rows.3`; empty for the body itself. */
  readonly path: string;
  readonly message: string;
  /** Offset in a text, e.g. of a query, counted in UTF-16 units. */
  readonly position?: number;
  /** A change of that text that mends it. */
  readonly fix?: TextFix;
}

/** A change of a text that a person may accept with one click. Offsets are counted in UTF-16 units. */
export interface TextFix {
  /** What the action does, in a few words. */
  readonly label: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Properties of an error response other than `error`, `code` and `requestId`. */
export interface ErrorFacts {
  readonly details?: readonly ErrorDetail[];
  /** Seconds for the `Retry-After` header. */
  readonly retryAfterSeconds?: number;
  /** Further top-level fields of the answer, e.g. `limit`, `resource`, `plan`. */
  readonly fields?: Readonly<Record<string, string | number | null>>;
}

/** A failure a caller can act on. Anything else that is thrown is a defect and becomes a 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.code = code;
    this.facts = facts;
  }
}

export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `No such ${what}.`);
}

/** The row was changed since it was read. */
export function savedMeanwhile(row: {
  readonly version: number;
  readonly updated_by: string;
  readonly updated_at: number;
}): AppError {
  const { version, updated_by: updatedBy } = row;
  const fields = { version, updatedBy, updatedAt: new Date(row.updated_at).toISOString() };
  const message = `${updatedBy} has saved version ${version} in the meantime.`;
  return new AppError('CONFLICT', message, { fields });
}

export function invalid(path: string, message: string): AppError {
  return new AppError('VALIDATION_ERROR', 'Invalid input.', {
    details: [{ path, message }],
  });
}

/** Why the program can't start, as one line for the operator; a stack trace would not help. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StartError';
  }
}
