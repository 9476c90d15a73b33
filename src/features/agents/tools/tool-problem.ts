/** Errors within a call, as one line: the code, what happened, what to do. */
import { isObject } from '../../../base/is-object.ts';
import { ERROR_CODES, type ErrorCode } from '../../../spec/codes.ts';
import { beginningOf, showText } from '../answers/show-text.ts';

/** A failure of an endpoint. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly position: number | undefined;
  readonly retryAfterSeconds: number;
}

export class ToolProblem extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'ToolProblem';
    this.failure = failure;
  }
}

/** A failure that only tools know; its line is ours. */
export class ToolRefusal extends Error {
  readonly code: string;

  constructor(code: string, line: string) {
    super(line);
    this.name = 'ToolRefusal';
    this.code = code;
  }
}

export function readFailure(answer: unknown, status: number, retryAfterSeconds: number): Failure {
  const body = isObject(answer) ? answer : {};
  const code = String(body['code']);
  const [detail] = Array.isArray(body['details']) ? (body['details'] as unknown[]) : [];
  const position = isObject(detail) ? detail['position'] : undefined;
  const message = isObject(detail) ? detail['message'] : body['error'];
  return {
    code: isCode(code) ? code : status === 404 ? 'NOT_FOUND' : 'INTERNAL',
    message: typeof message === 'string' ? message : '',
    position: typeof position === 'number' ? position : undefined,
    retryAfterSeconds: retryAfterSeconds >= 1 ? retryAfterSeconds : 1,
  };
}

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_CODES, text);
}

const MESSAGE_CHARACTERS_MAX = 300;

/** Returns the line of an error. Of the endpoints' messages, only those about the caller's query are passed on. */
export function lineOf({ code, message, position, retryAfterSeconds }: Failure): string {
  switch (code) {
    case 'QUERY_SYNTAX_ERROR':
    case 'VALIDATION_ERROR':
      return queryLine(message, position);
    case 'UNKNOWN_INDEX':
      return 'NOT_FOUND: no such index; describe lists those you may read';
    case 'NOT_FOUND':
      return 'NOT_FOUND: nothing here has this id; list again, ids of other organizations are never found';
    case 'QUERY_TIMEOUT':
      return 'QUERY_TIMEOUT: 15 s; halve the range or use logs_count';
    case 'QUERY_MEMORY_LIMIT':
    case 'QUERY_SCAN_LIMIT':
      return `${code}: the query reads too much; halve the range or filter by index and level`;
    case 'RATE_LIMITED':
    case 'QUERY_SLOTS_BUSY':
      return `RATE_LIMITED: retry in ${retryAfterSeconds} s`;
    case 'STORAGE_UNAVAILABLE':
    case 'QUEUE_UNAVAILABLE':
      return 'STORAGE_UNAVAILABLE: do not conclude that nothing happened';
    case 'FORBIDDEN':
    case 'INSUFFICIENT_SCOPE':
      return `${code}: the role or the scopes of this credential do not permit this; do not retry`;
    case 'CONFLICT':
      return 'CONFLICT: it exists already, or has changed; read it again';
    case 'PLAN_LIMIT_REACHED':
      return 'PLAN_LIMIT_REACHED: the plan permits no more of these; do not retry';
    case 'AI_CREDITS_EXHAUSTED':
      return 'AI_CREDITS_EXHAUSTED: no credits are left this month; use logs_search instead';
    default:
      return `${code}: ${ERROR_CODES[code].when}`;
  }
}

export function queryLine(message: string, position: number | undefined): string {
  const at = position === undefined ? '' : ` at ${position}`;
  const what = showText(beginningOf(message, MESSAGE_CHARACTERS_MAX));
  return `QUERY_INVALID${at}: ${what} language_help has the syntax`;
}
