import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_DATA, knowFields } from './known-data.ts';

test('what is known first wins, and later lists add to it', () => {
  const known = knowFields(
    EMPTY_DATA,
    [{ name: 'a', count: 5, distinct: 1, values: [{ value: 'x', count: 5 }] }],
    [
      { name: 'a', count: 9, distinct: 2, values: [{ value: 'y', count: 4 }] },
      { name: 'b', count: 1, distinct: 1, values: [] },
    ],
  );

  assert.deepEqual(known.fields, ['a', 'b']);
  assert.deepEqual(known.values('a'), ['x', 'y']);
  assert.equal(known.countOf('a', undefined), 5);
  assert.equal(known.countOf('a', 'y'), 4);
  assert.deepEqual(known.values('c'), []);
});
