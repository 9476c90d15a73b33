import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../base/errors.ts';
import { checkChannel, checkNotification, checkValues } from './check-values.ts';
import { storeIsAway, storeIsBusy } from './unavailable.ts';
import {
  ConstraintViolation,
  isCheckViolation,
  isForeignKeyViolation,
  isUniqueViolation,
} from './violations.ts';

const NUL = { code: 'VALIDATION_ERROR', message: 'Text cannot contain the NUL character.' };

test('texts, numbers, bytes and nothing can be stored', () => {
  assert.doesNotThrow(() => checkValues(['text', '', 0, -1.5, 9n, null, new Uint8Array(1)]));
  assert.throws(() => checkValues(['fine', 'a\0b']), NUL);
});

const REFUSED: readonly [value: unknown, name: string][] = [
  [undefined, 'undefined'],
  [true, 'boolean'],
  [new Date(0), 'Date'],
  [{}, 'Object'],
  [[], 'Array'],
  [Number.NaN, 'NaN'],
  [-Infinity, '-Infinity'],
  [() => 1, 'function'],
];
for (const [value, name] of REFUSED) {
  test(`a value that is ${name} is refused by name`, () => {
    assert.throws(() => checkValues([1, value]), {
      name: 'TypeError',
      message: `a ${name} cannot be stored: use text, a number or bytes`,
    });
  });
}

test('a channel has a short name of small letters, digits and underscores', () => {
  for (const name of ['a', 'a1_b', 'a'.repeat(51)]) assert.doesNotThrow(() => checkChannel(name));
  for (const name of ['', '1a', '_a', 'A', 'a-b', 'a b', 'a\n', 'a'.repeat(52)]) {
    assert.throws(() => checkChannel(name), {
      name: 'TypeError',
      message: 'a channel is named with small letters, digits and underscores',
    });
  }
});

test('a notification has so many bytes, not characters, and no NUL', () => {
  const message = 'a notification carries at most 7999 bytes';

  assert.doesNotThrow(() => checkNotification('a', 'x'.repeat(7_999)));
  assert.throws(() => checkNotification('a', 'x'.repeat(8_000)), { name: 'RangeError', message });
  assert.throws(() => checkNotification('a', 'ä'.repeat(4_000)), { message });
  assert.throws(() => checkNotification('a', '\0'), NUL);
  assert.throws(() => checkNotification('A', ''), TypeError);
});

test('a store that is busy or away says so, and when to come again', () => {
  const cause = new Error('cause');
  const shown = [storeIsBusy(cause), storeIsAway(cause)].map((error) => {
    assert.ok(error instanceof AppError);
    return [error.code, error.message, error.facts, error.cause];
  });

  assert.deepEqual(shown, [
    [
      'STORAGE_UNAVAILABLE',
      'The metadata store is busy. Retry in a moment.',
      { retryAfterSeconds: 1 },
      cause,
    ],
    [
      'STORAGE_UNAVAILABLE',
      "Can't reach the metadata store. Retry in a moment.",
      { retryAfterSeconds: 1 },
      cause,
    ],
  ]);
});

test('a violation is known by its kind, and by its name where one is asked for', () => {
  const unique = new ConstraintViolation('unique', 'members_pkey');
  const foreignKey = new ConstraintViolation('foreign_key', '');

  assert.equal(unique.message, 'the unique constraint members_pkey was violated');
  assert.equal(foreignKey.message, 'the foreign key constraint of a table was violated');
  assert.equal(unique.name, 'ConstraintViolation');
  assert.deepEqual(
    [
      isUniqueViolation(unique),
      isUniqueViolation(unique, 'members_pkey'),
      isUniqueViolation(unique, 'other'),
      isUniqueViolation(foreignKey),
      isUniqueViolation(new Error('unique')),
      isCheckViolation(unique),
      isCheckViolation(new ConstraintViolation('check', 'a'), 'a'),
      isForeignKeyViolation(foreignKey),
      isForeignKeyViolation(unique),
    ],
    [true, true, false, false, false, false, true, true, false],
  );
});
