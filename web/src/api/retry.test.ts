import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from './call.ts';
import { isWorthAnotherTry, retryDelayMs } from './retry.ts';

function failure(status: number, code: string, retryAfterSeconds?: number): ApiError {
  return new ApiError({
    status,
    code,
    message: '',
    details: [],
    retryAfterSeconds,
    requestId: undefined,
  });
}

test('a jam is waited out as long as the server says, three times', () => {
  const jam = failure(429, 'RATE_LIMITED', 7);
  assert.equal(isWorthAnotherTry(0, jam), true);
  assert.equal(isWorthAnotherTry(2, jam), true);
  assert.equal(isWorthAnotherTry(3, jam), false);
  assert.equal(retryDelayMs(0, jam), 7000);
  assert.equal(retryDelayMs(0, failure(429, 'RATE_LIMITED', 0)), 1000);
});

test('refusals, faults and long waits are not tried again', () => {
  assert.equal(isWorthAnotherTry(0, failure(400, 'VALIDATION_ERROR')), false);
  assert.equal(isWorthAnotherTry(0, failure(500, 'INTERNAL')), false);
  assert.equal(isWorthAnotherTry(0, failure(429, 'DAILY_QUOTA_EXCEEDED', 61)), false);
  assert.equal(isWorthAnotherTry(0, new Error('x')), false);
});

test('a server that cannot be reached is looked for every few seconds', () => {
  const offline = failure(0, 'OFFLINE');
  assert.equal(isWorthAnotherTry(59, offline), true);
  assert.equal(isWorthAnotherTry(60, offline), false);
  assert.equal(retryDelayMs(5, offline), 3000);
});
