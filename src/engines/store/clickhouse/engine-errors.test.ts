import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { insertError, queryError, unavailable } from './engine-errors.ts';

function codeOf(error: Error): string {
  return error instanceof AppError ? error.code : error.name;
}

function ofQuery(code: number, text = ''): string {
  return codeOf(queryError({ code, text }));
}

/** What each number means for whoever asked. */
const MEANT: Readonly<Record<string, readonly number[]>> = {
  QUERY_TIMEOUT: [159, 160],
  QUERY_MEMORY_LIMIT: [241, 396],
  QUERY_SCAN_LIMIT: [158, 307],
  QUERY_SYNTAX_ERROR: [162, 167, 168, 306],
  AbortError: [394],
  STORAGE_UNAVAILABLE: [40, 198, 202, 203, 209, 210, 242, 243, 252, 279, 285, 319, 425, 439, 999],
};

test('every number that is known says what went wrong; all others are defects of ours', () => {
  const known = Object.entries(MEANT).flatMap(([name, codes]) =>
    codes.map((code) => [code, name] as const),
  );
  const names = new Map(known);

  for (let code = 0; code <= 1_100; code += 1) {
    assert.equal(ofQuery(code), names.get(code) ?? 'Error', String(code));
  }
});

test('an insert that ran into memory or time, or was stopped, passes when tried again', () => {
  const passing = [159, 160, 241, 394, 396, ...(MEANT['STORAGE_UNAVAILABLE'] ?? [])];

  for (let code = 0; code <= 1_100; code += 1) {
    const expected = passing.includes(code) ? 'STORAGE_UNAVAILABLE' : 'Error';
    assert.equal(codeOf(insertError({ code, text: '' })), expected, String(code));
  }
});

test('a list of values that is too long is the fault of the query, other stops are ours', () => {
  assert.equal(ofQuery(395, 'x: too many values in one group: y'), 'QUERY_MEMORY_LIMIT');
  assert.equal(ofQuery(395, 'anything else'), 'Error');
  assert.equal(ofQuery(47, 'too many values in one group'), 'Error');
});

test('texts of the engine are kept as a cause, and not whole', () => {
  const { message, cause } = queryError({ code: 47, text: 'x'.repeat(1_000) });

  assert.equal(message, 'The log store refused a statement.');
  assert.ok(cause instanceof Error);
  assert.equal(cause.message, 'x'.repeat(400));
});

test('a store that is away may be back in five seconds', () => {
  const error = unavailable(undefined);

  assert.equal(error.facts.retryAfterSeconds, 5);
  assert.equal(error.message, 'The log store cannot be reached. Try again in a moment.');
});
