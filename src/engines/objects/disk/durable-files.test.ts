import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCode, ignore } from './durable-files.ts';

function failure(code: unknown): Error {
  return Object.assign(new Error('failed'), { code });
}

test('only errors with one of the codes are meant', () => {
  assert.equal(hasCode(failure('ENOENT'), ['ENOENT', 'EEXIST']), true);
  assert.equal(hasCode(failure('EEXIST'), ['ENOENT', 'EEXIST']), true);
  assert.equal(hasCode(failure('EACCES'), ['ENOENT', 'EEXIST']), false);
  assert.equal(hasCode(new Error('failed'), ['undefined']), false);
  assert.equal(hasCode({ code: 'ENOENT' }, ['ENOENT']), false);
  assert.equal(hasCode(undefined, ['ENOENT']), false);
});

test('a failure that was to be expected is a value, any other goes on', () => {
  const toNothing = ignore(['ENOENT'], 'nothing');

  assert.equal(toNothing(failure('ENOENT')), 'nothing');
  assert.throws(() => toNothing(failure('EACCES')), { code: 'EACCES' });
});
