import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPairs, writePairs } from './pairs.ts';

test('pairs are written as lines and read again', () => {
  const pairs = { ORDER: 'o-\\d+', EQUAL: 'a=b' };
  assert.equal(writePairs(pairs), 'ORDER = o-\\d+\nEQUAL = a=b');
  assert.deepEqual(readPairs(writePairs(pairs)), pairs);
});

test('half a line is no pair yet', () => {
  assert.deepEqual(readPairs('ORDER\n= x\n\nA = '), { A: '' });
  assert.equal(writePairs(undefined), '');
});
