/** Converts errors of the store to our own messages and codes. */
import { AppError } from '../../../base/errors.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { MB } from '../../../spec/units.ts';
import { LIST_FOUND, LIST_TOO_LONG, STATEMENT_TOO_LARGE, VALUE_TOO_LARGE } from '../sql.ts';
import { ListFound } from '../store.ts';

/** Seconds after which a caller may find the store back. */
const RETRY_AFTER_SECONDS = 5;

const TIMEOUT_CODES = new Set([159, 160]);
const MEMORY_CODES = new Set([241, 396]);
const SCAN_CODES = new Set([158, 307]);
/** Too many subqueries, or too deep or large an expression. */
const TOO_LARGE_CODES = new Set([162, 167, 168, 306]);
const CANCELLED_CODE = 394;
const STOPPED_CODE = 395;
/** A file is not what was written. */
const DAMAGED_CODE = 40;
/** The node, its disk or its neighbours cannot do it now; the same statement can succeed later. */
const UNAVAILABLE_CODES = new Set([
  198, 202, 203, 209, 210, 242, 243, 252, 279, 285, 319, 425, 439, 999,
]);

/** Engine errors may contain values of a statement: long enough to find the cause, too short to leak a row. */
const ENGINE_TEXT_CHARACTERS_MAX = 400;

export interface EngineFault {
  readonly code: number;
  readonly text: string;
}

/** For statements that read, or change something on request. */
export function queryError(fault: EngineFault): Error {
  const cause = causeOf(fault);
  if (TIMEOUT_CODES.has(fault.code)) {
    return new AppError(
      'QUERY_TIMEOUT',
      'The query timed out. Shorten the time range or add filters.',
      {},
      cause,
    );
  }
  if (MEMORY_CODES.has(fault.code)) {
    return new AppError(
      'QUERY_MEMORY_LIMIT',
      'The query needed too much memory. Group by fewer values or narrow the search.',
      {},
      cause,
    );
  }
  if (fault.code === STOPPED_CODE && fault.text.includes(LIST_TOO_LONG)) {
    const message =
      'values() found more than 10,000 different values in one group. Count them with dc(), or group by them.';
    return new AppError('QUERY_MEMORY_LIMIT', message, {}, cause);
  }
  if (fault.code === STOPPED_CODE && fault.text.includes(VALUE_TOO_LARGE)) {
    const size = LIMITS.query.computedBytesMax / MB;
    const message = `The query would compute a text or list of more than ${size} MB. Shorten the values first, for example with substr() or mvindex().`;
    return new AppError('QUERY_MEMORY_LIMIT', message, {}, cause);
  }
  if (fault.code === STOPPED_CODE && fault.text.includes(LIST_FOUND)) return new ListFound();
  if (SCAN_CODES.has(fault.code)) {
    return new AppError(
      'QUERY_SCAN_LIMIT',
      'The query would read too many rows. Shorten the time range or narrow the search.',
      {},
      cause,
    );
  }
  if (TOO_LARGE_CODES.has(fault.code)) {
    return new AppError('QUERY_SYNTAX_ERROR', STATEMENT_TOO_LARGE, {}, cause);
  }
  if (fault.code === CANCELLED_CODE) {
    return new DOMException('The query was cancelled.', 'AbortError');
  }
  if (fault.code === DAMAGED_CODE) return damaged(cause);
  return UNAVAILABLE_CODES.has(fault.code) ? unavailable(cause) : defect(cause);
}

/** For inserts, where a memory or time limit is a temporary problem of the store. */
export function insertError(fault: EngineFault): Error {
  const { code } = fault;
  const isPassing = TIMEOUT_CODES.has(code) || MEMORY_CODES.has(code) || code === CANCELLED_CODE;
  return isPassing || code === DAMAGED_CODE || UNAVAILABLE_CODES.has(code)
    ? unavailable(causeOf(fault))
    : defect(causeOf(fault));
}

export function unavailable(cause: unknown): AppError {
  return new AppError(
    'STORAGE_UNAVAILABLE',
    'The log store cannot be reached. Try again in a moment.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
    cause,
  );
}

/** Its name is for the operator: `/ready` and the log tell it. */
function damaged(cause: Error): AppError {
  return new AppError(
    'STORAGE_UNAVAILABLE',
    'A file of the log store is damaged, and some of these events are in it. Search another time range, or ask the operator to repair the store.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
    cause,
  );
}

function defect(cause: Error): Error {
  return new Error('The log store refused a statement.', { cause });
}

function causeOf(fault: EngineFault): Error {
  return new Error(fault.text.slice(0, ENGINE_TEXT_CHARACTERS_MAX));
}
