import assert from 'node:assert/strict';
import { test } from 'node:test';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { OutboundError } from '../../outbound/outbound.ts';
import { ObjectsError } from '../objects.ts';
import { absenceOf, isStatus, toObjectsError } from './to-objects-error.ts';

function answered(name: string, httpStatusCode?: number, retryAfter?: string): S3ServiceException {
  const error = new S3ServiceException({
    name,
    $fault: 'client',
    $metadata: httpStatusCode === undefined ? {} : { httpStatusCode },
  });
  if (retryAfter !== undefined) {
    Object.assign(error, { $response: { headers: { 'retry-after': retryAfter } } });
  }
  return error;
}

for (const [name, error, code] of [
  ['an expired key', answered('ExpiredToken', 400), 'expired'],
  ['a wrong clock', answered('RequestTimeTooSkewed', 403), 'expired'],
  ['a wrong key', answered('InvalidAccessKeyId', 403), 'denied'],
  ['no bucket', answered('NoSuchBucket', 404), 'no_bucket'],
  ['a file that is there', answered('PreconditionFailed', 412), 'exists'],
  ['a full store', answered('XMinioStorageFull', 507), 'full'],
  ['a wrong digest', answered('BadDigest', 400), 'altered'],
  ['401', answered('x', 401), 'denied'],
  ['403', answered('x', 403), 'denied'],
  ['408', answered('x', 408), 'timed_out'],
  ['409', answered('x', 409), 'busy'],
  ['412', answered('x', 412), 'exists'],
  ['429', answered('x', 429), 'busy'],
  ['501', answered('x', 501), 'refused'],
  ['503', answered('x', 503), 'busy'],
  ['507', answered('x', 507), 'full'],
  ['500', answered('x', 500), 'failed'],
  ['499', answered('x', 499), 'refused'],
  ['400', answered('x', 400), 'refused'],
  ['399', answered('x', 399), 'redirected'],
  ['300', answered('x', 300), 'redirected'],
  ['299', answered('x', 299), 'failed'],
  ['no status', answered('x'), 'unknown_answer'],
  ['a mistake', new TypeError('x'), 'unknown_answer'],
  ['a text', 'x', 'unknown_answer'],
  ['a stop', Object.assign(new Error('x'), { name: 'AbortError' }), 'stopped'],
  ['an address', new OutboundError('address_refused'), 'address_refused'],
  ['silence', new OutboundError('timed_out'), 'timed_out'],
  ['too much', new OutboundError('answer_too_large'), 'unknown_answer'],
] as const) {
  test(`${name} is ${code}`, () => {
    const made = toObjectsError(error);
    assert.equal(made.code, code);
    assert.equal(made.cause, error);
  });
}

test('what is one of ours already stays', () => {
  const error = new ObjectsError('full');
  assert.equal(toObjectsError(error), error);
});

for (const [text, ms] of [
  ['7', 7_000],
  [' 7 ', 7_000],
  ['0', 0],
  ['1234567890', 1_234_567_890_000],
  ['12345678901', undefined],
  ['soon', undefined],
  ['-1', undefined],
  [undefined, undefined],
] as const) {
  test(`a store that says “${text}” wants nothing for ${ms} ms`, () => {
    assert.equal(toObjectsError(answered('SlowDown', 503, text)).retryAfterMs, ms);
  });
}

test('an answer without headers says nothing about when', () => {
  const error = Object.assign(answered('SlowDown', 503), { $response: {} });
  assert.equal(toObjectsError(error).retryAfterMs, undefined);
});

for (const [error, absence] of [
  [answered('NoSuchUpload', 404), 'upload'],
  [answered('NoSuchBucket', 404), 'bucket'],
  [answered('NoSuchKey', 404), 'object'],
  [answered('NotFound', 403), undefined],
  [Object.assign(new Error('x'), { name: 'NoSuchUpload' }), undefined],
] as const) {
  test(`${error.name} says that there is no ${absence}`, () => {
    assert.equal(absenceOf(error), absence);
  });
}

test('a status is that of an answer', () => {
  assert.equal(isStatus(answered('x', 412), 412), true);
  assert.equal(isStatus(answered('x', 412), 404), false);
  assert.equal(isStatus({ $metadata: { httpStatusCode: 412 } }, 412), false);
});

test('only what somebody has to mend lasts', () => {
  const lasting = ['denied', 'expired', 'no_bucket', 'address_refused', 'untrusted'] as const;
  for (const code of [...lasting, 'redirected', 'refused'] as const) {
    assert.equal(new ObjectsError(code).isLasting, true, code);
  }
  for (const code of ['exists', 'full', 'busy', 'not_reached', 'timed_out', 'failed'] as const) {
    assert.equal(new ObjectsError(code).isLasting, false, code);
  }
});
