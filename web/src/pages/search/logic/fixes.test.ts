import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, querySyntaxError } from '../../../../../src/language/index.ts';
import { ApiError, type ErrorDetail } from '../../../api/call.ts';
import { fixesOf, mended } from './fixes.ts';

function refused(details: readonly ErrorDetail[]): ApiError {
  return new ApiError({
    status: 400,
    code: 'QUERY_SYNTAX_ERROR',
    message: 'no',
    details,
    retryAfterSeconds: undefined,
    requestId: undefined,
  });
}

test('all that an answer offers makes a query that can be read', () => {
  const query = 'a | wher b=1 | stats cont';
  const { details = [] } = querySyntaxError(parse(query).diagnostics).facts;

  const fixes = fixesOf(refused(details));

  assert.equal(mended(query, fixes.slice(1)), 'a | wher b=1 | stats count');
  assert.equal(mended(query, fixes), 'a | where b=1 | stats count');
  assert.notEqual(parse(mended(query, fixes)).query, undefined);
});

test('a place is changed once, and other failures offer nothing', () => {
  const fix = { label: 'Use b', start: 0, end: 1, text: 'b' };
  const within = { label: 'Remove it', start: 0, end: 1, text: '' };

  assert.deepEqual(fixesOf(refused([{ fix }, { fix: within }, { message: 'no fix' }])), [fix]);
  assert.deepEqual(fixesOf(new Error('broken')), []);
});
