import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf, durationText, formatBytes, formatCount, shareOf, shortCount } from './sizes.ts';

test('sizes are binary and short', () => {
  assert.equal(formatBytes(0), '0 B');
  assert.equal(formatBytes(1023), '1023 B');
  assert.equal(formatBytes(1024), '1 KB');
  assert.equal(formatBytes(1536), '1.5 KB');
  assert.equal(formatBytes(10 * 1024 ** 3), '10 GB');
  assert.equal(formatBytes(150.6 * 1024 ** 2), '151 MB');
});

test('counts are grouped', () => {
  assert.equal(formatCount(1_204_771), '1,204,771');
  assert.equal(formatCount(0.125), '0.13');
});

test('a share stays between nothing and all', () => {
  assert.equal(shareOf(1, 4), 0.25);
  assert.equal(shareOf(9, 4), 1);
  assert.equal(shareOf(5, null), 0);
  assert.equal(shareOf(0, 0), 0);
  assert.equal(shareOf(1, 0), 1);
});

test('counts are short and never rounded up', () => {
  assert.equal(shortCount(999), '999');
  assert.equal(shortCount(1_990), '1.9k');
  assert.equal(shortCount(123_456), '123k');
  assert.equal(shortCount(2_500_000), '2.5M');
  assert.equal(formatCount(1_234), '1,234');
  assert.equal(countOf(1, 'event'), '1 event');
  assert.equal(countOf(0, 'event'), '0 events');
});

test('bytes and times have units', () => {
  assert.equal(formatBytes(0), '0 B');
  assert.equal(formatBytes(1_536), '1.5 KB');
  assert.equal(formatBytes(200 * 1_024 * 1_024), '200 MB');
  assert.equal(durationText(0.2), '<1 ms');
  assert.equal(durationText(34.9), '35 ms');
  assert.equal(durationText(1_234), '1.23 s');
});
