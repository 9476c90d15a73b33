import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_DATA, knowFields } from '../query/editor/known-data.ts';
import { byteText, countOf, durationText, fullCount, shortCount } from './numbers.ts';

test('counts are short and never rounded up', () => {
  assert.equal(shortCount(999), '999');
  assert.equal(shortCount(1_990), '1.9k');
  assert.equal(shortCount(123_456), '123k');
  assert.equal(shortCount(2_500_000), '2.5M');
  assert.equal(fullCount(1_234), '1,234');
  assert.equal(countOf(1, 'event'), '1 event');
  assert.equal(countOf(0, 'event'), '0 events');
});

test('bytes and times have units', () => {
  assert.equal(byteText(0), '0 B');
  assert.equal(byteText(1_536), '1.5 KB');
  assert.equal(byteText(200 * 1_024 * 1_024), '200 MB');
  assert.equal(durationText(0.2), '<1 ms');
  assert.equal(durationText(34.9), '35 ms');
  assert.equal(durationText(1_234), '1.23 s');
});

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
