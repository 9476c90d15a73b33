import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../api/call.ts';
import { fieldError, isShownByFields, otherProblems } from './field-error.ts';

const error = new ApiError({
  status: 400,
  code: 'VALIDATION_ERROR',
  message: 'Invalid input.',
  details: [
    { path: 'name', message: 'Is too long.' },
    { path: 'steps.0.pattern', message: 'Cannot be read.' },
    { path: 'steps.0.field', message: 'Is missing.' },
  ],
  retryAfterSeconds: undefined,
  requestId: undefined,
});

test('a field shows what is said about it and about its parts', () => {
  assert.equal(fieldError(error, 'name'), 'Is too long.');
  assert.equal(fieldError(error, 'steps.0'), 'Cannot be read. Is missing.');
  assert.equal(fieldError(error, 'step'), undefined);
  assert.equal(fieldError(new Error('x'), 'name'), undefined);
});

test('a message is said twice only when a part of it has no field', () => {
  assert.equal(isShownByFields(error, ['name', 'steps']), true);
  assert.equal(isShownByFields(error, ['name']), false);
  assert.equal(isShownByFields(undefined, ['name']), false);
});

test('what no field shows is named with its place', () => {
  assert.deepEqual(otherProblems(error, ['name']), [
    'steps.0.pattern: Cannot be read.',
    'steps.0.field: Is missing.',
  ]);
  assert.deepEqual(otherProblems(error, ['name', 'steps']), []);
  assert.deepEqual(otherProblems(new Error('x'), []), []);
});
