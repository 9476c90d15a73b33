import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import type { Request } from '../../../http/gate.ts';
import type { ErrorCode } from '../../../spec/codes.ts';
import { HEC, hecError, hecFault } from './hec-answers.ts';

const from = (authorization: string | undefined): Request =>
  ({ headers: { authorization } }) as unknown as Request;

function answerTo(error: AppError, status: number, authorization: string | undefined = 'Splunk x') {
  const { body, ...rest } = hecError(
    error,
    { status, headers: { 'x-own': 'kept' }, body: '' },
    from(authorization),
  );
  return { ...rest, body: JSON.parse(String(body)) as unknown };
}

for (const [code, status, answered, hec, text] of [
  ['API_KEY_REVOKED', 401, 401, 1, 'Token disabled'],
  ['PAT_REVOKED', 401, 401, 1, 'Token disabled'],
  ['UNAUTHORIZED', 401, 401, 3, 'Invalid authorization'],
  ['INVALID_API_KEY', 401, 401, 4, 'Invalid token'],
  ['INSUFFICIENT_SCOPE', 403, 403, 4, 'Invalid token'],
  ['VALIDATION_ERROR', 400, 400, 6, 'Invalid data format'],
  ['UNKNOWN_INDEX', 404, 404, 7, 'Incorrect index'],
  ['INTERNAL_ERROR', 500, 500, 8, 'Internal server error'],
  ['RATE_LIMITED', 429, 503, 9, 'Server is busy'],
  ['SERVICE_UNAVAILABLE', 503, 503, 9, 'Server is busy'],
  ['FST_ERR_CTP_BODY_TOO_LARGE', 413, 413, 27, 'Request entity too large'],
] as const) {
  test(`${code} is told as code ${hec} with ${answered}`, () => {
    assert.deepEqual(answerTo(new AppError(code as ErrorCode, 'why'), status), {
      status: answered,
      headers: { 'x-own': 'kept' },
      body: { text, code: hec, message: 'why' },
    });
  });
}

test('who sends no token is asked for one', () => {
  const error = new AppError('UNAUTHORIZED', 'why');
  const missing = hecError(error, { status: 401, headers: {}, body: '' }, from(undefined));

  assert.equal(missing.body, '{"text":"Token is required","code":2,"message":"why"}');
});

test('the event at fault is named by its number, the first one, too', () => {
  assert.deepEqual(answerTo(hecFault(HEC.eventBlank, 'why', 0), 400).body, {
    text: 'Event field cannot be blank',
    code: 13,
    'invalid-event-number': 0,
    message: 'why',
  });
  assert.deepEqual(answerTo(hecFault(HEC.noData, 'why'), 400).body, {
    text: 'No data',
    code: 5,
    message: 'why',
  });
  assert.equal(hecFault(HEC.incorrectIndex, 'why').code, 'UNKNOWN_INDEX');
  assert.equal(hecFault(HEC.eventRequired, 'why').code, 'VALIDATION_ERROR');
});

test('the codes are those that clients of Splunk know', () => {
  assert.deepEqual(
    Object.entries(HEC).map(([name, { code }]) => `${name} ${code}`),
    [
      'success 0',
      'tokenDisabled 1',
      'tokenRequired 2',
      'invalidAuthorization 3',
      'invalidToken 4',
      'noData 5',
      'invalidFormat 6',
      'incorrectIndex 7',
      'internalError 8',
      'busy 9',
      'eventRequired 12',
      'eventBlank 13',
      'healthy 17',
      'tooLarge 27',
    ],
  );
});
