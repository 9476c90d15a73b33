import type { FastifyRequest } from 'fastify';
import type { AppError, ErrorDetail } from '../base/errors.ts';
import { ERROR_CODES } from '../spec/codes.ts';
import type { Limits } from '../spec/limits.ts';
import { SECOND_MS } from '../spec/units.ts';

/** A failure as it goes over the wire. */
export interface ErrorAnswer<Body extends string | Buffer = string> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/**
 * Formats an error for another protocol. A route mounted with one (`config.errorForm`) responds with it instead of the
 * envelope; the usual response is passed in, since its status and most headers still apply.
 */
export type ErrorForm = (
  error: AppError,
  usual: ErrorAnswer,
  request: FastifyRequest,
) => ErrorAnswer<string | Buffer>;

export type ErrorLimits = Pick<Limits['http'], 'detailsMax' | 'retryAfterMsDefault'>;

/** The only place that maps an error code to a status. */
export function errorAnswer(limits: ErrorLimits, error: AppError, requestId: string): ErrorAnswer {
  const { status } = ERROR_CODES[error.code];
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
  const retryAfter = retryAfterSeconds(limits, error);
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  if (status === 401) headers['www-authenticate'] = 'Bearer realm="xplain"';
  return { status, headers, body: JSON.stringify(envelope(limits, error, requestId)) };
}

function envelope({ detailsMax }: ErrorLimits, error: AppError, requestId: string): object {
  const { fields } = error.facts;
  const details = error.facts.details ?? wholeInput(error);
  const isCut = details !== undefined && details.length > detailsMax;
  return {
    error: isCut ? `${error.message} The first ${detailsMax} are listed.` : error.message,
    code: error.code,
    ...fields,
    ...(details === undefined ? {} : { details: details.slice(0, detailsMax).map(plainDetail) }),
    // An id that callers can quote when they report a fault on our side.
    ...(ERROR_CODES[error.code].status >= 500 ? { requestId } : {}),
  };
}

/** Lists every input error, even if it concerns the input as a whole. */
function wholeInput({ code, message }: AppError): readonly ErrorDetail[] | undefined {
  return ERROR_CODES[code].status === 400 ? [{ path: '', message }] : undefined;
}

function plainDetail({ path, message, position, fix }: ErrorDetail): ErrorDetail {
  return {
    path,
    message,
    ...(position === undefined ? {} : { position }),
    ...(fix === undefined ? {} : { fix }),
  };
}

function retryAfterSeconds(limits: ErrorLimits, error: AppError): number | undefined {
  const facts: { readonly status: number; readonly retryAfter?: true } = ERROR_CODES[error.code];
  const given = error.facts.retryAfterSeconds;
  if (given !== undefined) return Math.max(1, Math.ceil(given));
  return facts.retryAfter ? Math.ceil(limits.retryAfterMsDefault / SECOND_MS) : undefined;
}
