import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutText } from './cut-text.ts';

test('a text within the bound stays as it is', () => {
  assert.equal(cutText('abc', 3), 'abc');
  assert.equal(cutText('', 0), '');
  assert.equal(cutText('äöü', 6), 'äöü');
});

test('a longer text is cut on a character boundary', () => {
  assert.equal(cutText('abcd', 3), 'abc');
  assert.equal(cutText('äöü', 5), 'äö');
  assert.equal(cutText('a😀b', 4), 'a');
  assert.equal(cutText('a😀b', 5), 'a😀');
  assert.equal(cutText('😀', 3), '');
});
