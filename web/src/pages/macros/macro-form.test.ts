import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf, callOf, EMPTY_MACRO, isSameForm, titleOf } from './macro-form.ts';

test('a macro is sent without empty texts, and its message only with a validation', () => {
  const form = { ...EMPTY_MACRO, name: ' failed ', definition: 'level=error', errorMessage: 'No.' };

  assert.deepEqual(bodyOf(form), {
    name: 'failed',
    arguments: [],
    definition: 'level=error',
    description: '',
    isEval: false,
    validation: null,
    errorMessage: null,
  });
  assert.equal(bodyOf({ ...form, validation: 'isint(n)' }).errorMessage, 'No.');
});

test('what is sent alike is the same', () => {
  const form = { ...EMPTY_MACRO, name: 'failed' };

  assert.equal(isSameForm(form, { ...form, name: 'failed ', errorMessage: 'No.' }), true);
  assert.equal(isSameForm(form, { ...form, arguments: ['service'] }), false);
});

test('a macro is called by its name and its arguments', () => {
  assert.equal(titleOf({ name: 'web', arguments: [] }), 'web');
  assert.equal(callOf({ name: 'failed', arguments: ['service', 'n'] }), '`failed(service, n)`');
  assert.equal(callOf(EMPTY_MACRO), '`name`');
});
