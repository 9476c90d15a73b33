import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUp, type Buckets, quantile, subtract, totalOf } from './buckets.ts';

const of = (...counts: readonly number[]): Buckets => ({ bounds: [1, 2, 5], counts });

test('a percentile is the upper end of its bucket, never less than the true value', () => {
  assert.deepEqual(quantile(of(99, 0, 1, 0), 0.99), { seconds: 1, isMore: false });
  assert.deepEqual(quantile(of(98, 0, 2, 0), 0.99), { seconds: 5, isMore: false });
  assert.deepEqual(quantile(of(95, 5, 0, 0), 0.95), { seconds: 1, isMore: false });
  assert.deepEqual(quantile(of(10, 0, 0, 1), 1), { seconds: 5, isMore: true });
  assert.deepEqual(quantile(of(0, 1, 0, 0), 0.5), { seconds: 2, isMore: false });
  assert.equal(quantile(of(0, 0, 0, 0), 0.99), undefined);
});

test('what was counted before is taken away, unless it is of something else', () => {
  assert.deepEqual(subtract(of(5, 4, 3, 2), of(1, 1, 1, 1)), of(4, 3, 2, 1));
  assert.deepEqual(subtract(of(5, 4, 3, 2), undefined), of(5, 4, 3, 2));
  assert.deepEqual(subtract(of(5, 4, 3, 2), of(6, 0, 0, 0)), of(5, 4, 3, 2));
  const other = { bounds: [1, 2, 6], counts: [1, 1, 1, 1] };
  assert.deepEqual(subtract(of(5, 4, 3, 2), other), of(5, 4, 3, 2));
});

test('counts of nodes are added where they are of one form', () => {
  const other = { bounds: [1], counts: [100, 100] };
  const sum = addUp([of(1, 2, 3, 4), other, of(1, 1, 1, 1)]);

  assert.deepEqual(sum, of(2, 3, 4, 5));
  assert.equal(totalOf(of(2, 3, 4, 5)), 14);
  assert.equal(addUp([]), undefined);
});
