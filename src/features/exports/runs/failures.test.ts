import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { ObjectsError } from '../../../engines/objects/objects.ts';
import { UnreadableSecret } from '../../../engines/secrets/secrets.ts';
import { DestinationError } from '../destinations/destination-error.ts';
import { isLasting, textOf } from './failures.ts';

const ours = 'Internal error. See the server log.';
const details = { details: [{ path: 'query', message: 'No such index: nowhere.' }] };

for (const [name, error, text, isForGood] of [
  ['a store that refuses', new ObjectsError('no_bucket'), "The bucket doesn't exist.", true],
  ['a store that is busy', new ObjectsError('busy'), 'The store is rate limiting requests.', false],
  ['a receiver that is gone', new DestinationError('It is gone.', true), 'It is gone.', true],
  ['a receiver that is busy', new DestinationError('It is busy.', false), 'It is busy.', false],
  ['a query', new AppError('QUERY_SYNTAX_ERROR', 'Bad.', details), 'No such index: nowhere.', true],
  ['an index', new AppError('UNKNOWN_INDEX', 'No such index.'), 'No such index.', true],
  ['an input', new AppError('VALIDATION_ERROR', 'Not valid.'), 'Not valid.', true],
  ['a limit', new AppError('RATE_LIMITED', 'Later.'), 'Later.', false],
  [
    'a secret',
    new UnreadableSecret(),
    "The destination's secret can't be decrypted anymore. Enter it again.",
    true,
  ],
  [
    'a full disk',
    Object.assign(new Error('write'), { code: 'ENOSPC' }),
    "The node's disk is full.",
    false,
  ],
  ['another disk error', Object.assign(new Error('write'), { code: 'EIO' }), ours, false],
  ['a mistake', new TypeError('x is undefined'), ours, false],
  ['nothing at all', undefined, ours, false],
  ['no error', { code: 'ENOSPC' }, ours, false],
  ['another code', { code: 'UNKNOWN_INDEX' }, ours, false],
  ['a text', 'ENOSPC', ours, false],
] as const) {
  test(`${name} is told in words, and is ${isForGood ? '' : 'not '}for good`, () => {
    assert.equal(textOf(error), text);
    assert.equal(isLasting(error), isForGood);
  });
}

test('words are cut after 500 characters', () => {
  assert.equal(textOf(new DestinationError('x'.repeat(501), false)), 'x'.repeat(500));
});
