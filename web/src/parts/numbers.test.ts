import assert from 'node:assert/strict';
import { test } from 'node:test';
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
