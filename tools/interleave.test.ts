import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interleave } from './interleave.ts';

test('the second half stands between the first, and nothing is lost', () => {
  assert.deepEqual(interleave([1, 2, 3, 4, 5]), [1, 4, 2, 5, 3]);
  assert.deepEqual(interleave([1, 2, 3, 4]), [1, 3, 2, 4]);
  assert.deepEqual(interleave([1]), [1]);
  assert.deepEqual(interleave([]), []);
});
