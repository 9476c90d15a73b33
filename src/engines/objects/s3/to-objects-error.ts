import { S3ServiceException } from '@aws-sdk/client-s3';
import { isObject } from '../../../base/is-object.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { type OutboundCode, OutboundError } from '../../outbound/outbound.ts';
import { type ObjectsCode, ObjectsError } from '../objects.ts';

/** What a store answers that some calls expect. */
export type Absence = 'object' | 'upload' | 'bucket';

const BY_OUTBOUND: Readonly<Record<OutboundCode, ObjectsCode>> = {
  address_invalid: 'address_refused',
  scheme_refused: 'address_refused',
  credentials_refused: 'address_refused',
  port_refused: 'address_refused',
  address_refused: 'address_refused',
  request_too_large: 'refused',
  not_resolved: 'not_reached',
  not_reached: 'not_reached',
  untrusted: 'untrusted',
  timed_out: 'timed_out',
  redirected: 'redirected',
  answer_too_large: 'unknown_answer',
  broken_off: 'broken_off',
  stopped: 'stopped',
};

const BY_NAME: Readonly<Record<string, ObjectsCode>> = {
  ExpiredToken: 'expired',
  ExpiredTokenException: 'expired',
  TokenRefreshRequired: 'expired',
  RequestExpired: 'expired',
  RequestTimeTooSkewed: 'expired',
  InvalidAccessKeyId: 'denied',
  SignatureDoesNotMatch: 'denied',
  InvalidToken: 'denied',
  NoSuchBucket: 'no_bucket',
  PreconditionFailed: 'exists',
  SlowDown: 'busy',
  InternalError: 'failed',
  RequestTimeout: 'timed_out',
  BadDigest: 'altered',
  IncompleteBody: 'altered',
  InvalidDigest: 'altered',
  XAmzContentSHA256Mismatch: 'altered',
  QuotaExceeded: 'full',
  XMinioStorageFull: 'full',
  AbortError: 'stopped',
};

const BY_STATUS: Readonly<Record<number, ObjectsCode>> = {
  401: 'denied',
  403: 'denied',
  408: 'timed_out',
  // A concurrent write to the same name is in progress.
  409: 'busy',
  412: 'exists',
  429: 'busy',
  501: 'refused',
  503: 'busy',
  507: 'full',
};

export function toObjectsError(error: unknown): ObjectsError {
  if (error instanceof ObjectsError) return error;
  if (error instanceof OutboundError) return new ObjectsError(BY_OUTBOUND[error.code], error);
  const name = error instanceof Error ? error.name : '';
  const status = error instanceof S3ServiceException ? statusOf(error) : undefined;
  const code = BY_NAME[name] ?? (status === undefined ? undefined : codeOf(status));
  return new ObjectsError(code ?? 'unknown_answer', error, retryAfterOf(error));
}

function codeOf(status: number): ObjectsCode {
  const known = BY_STATUS[status];
  if (known !== undefined) return known;
  if (status >= 500 || status < 300) return 'failed';
  return status < 400 ? 'redirected' : 'refused';
}

/** What is missing, if the store reports that something is. */
export function absenceOf(error: unknown): Absence | undefined {
  if (!(error instanceof S3ServiceException)) return undefined;
  if (error.name === 'NoSuchUpload') return 'upload';
  if (error.name === 'NoSuchBucket') return 'bucket';
  return statusOf(error) === 404 ? 'object' : undefined;
}

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && statusOf(error) === status;
}

function statusOf(error: S3ServiceException): number | undefined {
  return error.$metadata.httpStatusCode;
}

function retryAfterOf(error: unknown): number | undefined {
  const response: unknown = error instanceof S3ServiceException ? error.$response : undefined;
  const headers = isObject(response) ? response['headers'] : undefined;
  const text = isObject(headers) ? headers['retry-after'] : undefined;
  if (typeof text !== 'string' || !/^\d{1,10}$/.test(text.trim())) return undefined;
  return Number(text) * SECOND_MS;
}
