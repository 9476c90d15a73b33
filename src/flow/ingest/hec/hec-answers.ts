import { AppError } from '../../../base/errors.ts';
import type { ErrorForm } from '../../../http/error-answer.ts';
import type { ErrorCode } from '../../../spec/codes.ts';

/** Codes of Splunk's collector, with the texts its clients expect. */
export const HEC = {
  success: { code: 0, text: 'Success' },
  tokenDisabled: { code: 1, text: 'Token disabled' },
  tokenRequired: { code: 2, text: 'Token is required' },
  invalidAuthorization: { code: 3, text: 'Invalid authorization' },
  invalidToken: { code: 4, text: 'Invalid token' },
  noData: { code: 5, text: 'No data' },
  invalidFormat: { code: 6, text: 'Invalid data format' },
  incorrectIndex: { code: 7, text: 'Incorrect index' },
  internalError: { code: 8, text: 'Internal server error' },
  busy: { code: 9, text: 'Server is busy' },
  eventRequired: { code: 12, text: 'Event field is required' },
  eventBlank: { code: 13, text: 'Event field cannot be blank' },
  healthy: { code: 17, text: 'HEC is healthy' },
  tooLarge: { code: 27, text: 'Request entity too large' },
} as const;
type HecCode = (typeof HEC)[keyof typeof HEC];

const BY_CODE: Partial<Record<ErrorCode, HecCode>> = {
  API_KEY_REVOKED: HEC.tokenDisabled,
  PAT_REVOKED: HEC.tokenDisabled,
  UNKNOWN_INDEX: HEC.incorrectIndex,
};
const BY_STATUS: Readonly<Record<number, HecCode>> = {
  401: HEC.invalidToken,
  403: HEC.invalidToken,
  413: HEC.tooLarge,
  429: HEC.busy,
  500: HEC.internalError,
  503: HEC.busy,
};
const NUMBER = 'invalid-event-number';

/** One event of the request is at fault, counted from 0; nothing of the request was taken. */
export function hecFault(hec: HecCode, message: string, position?: number): AppError {
  const code = hec === HEC.incorrectIndex ? 'UNKNOWN_INDEX' : 'VALIDATION_ERROR';
  const fields = { hec: hec.code, ...(position === undefined ? {} : { [NUMBER]: position }) };
  return new AppError(code, message, { fields });
}

export const hecError: ErrorForm = (error, usual, request) => {
  const { fields = {} } = error.facts;
  const isMissing = request.headers.authorization === undefined;
  const hec =
    Object.values(HEC).find(({ code }) => code === fields['hec']) ??
    (error.code === 'UNAUTHORIZED'
      ? isMissing
        ? HEC.tokenRequired
        : HEC.invalidAuthorization
      : (BY_CODE[error.code] ?? BY_STATUS[usual.status] ?? HEC.invalidFormat));
  const number = fields[NUMBER];
  const body = {
    text: hec.text,
    code: hec.code,
    ...(number === undefined ? {} : { [NUMBER]: number }),
    message: error.message,
  };
  // Shippers of this protocol take a 429 for good and drop the events; 503 they try again.
  const status = usual.status === 429 ? 503 : usual.status;
  return { status, headers: usual.headers, body: JSON.stringify(body) };
};
