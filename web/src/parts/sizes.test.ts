import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBytes, formatCount, shareOf } from './sizes.ts';

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
