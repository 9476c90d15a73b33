import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointByKey } from './chart-pointer.ts';

test('arrow keys go from point to point, from either end, and stop there', () => {
  assert.equal(pointByKey('ArrowRight', undefined, 5), 0);
  assert.equal(pointByKey('ArrowLeft', undefined, 5), 4);
  assert.equal(pointByKey('ArrowRight', 4, 5), 4);
  assert.equal(pointByKey('PageUp', 3, 50), 0);
  assert.equal(pointByKey('Home', 3, 5), 0);
  assert.equal(pointByKey('End', 0, 5), 4);
});

test('other keys, and charts without points, lead nowhere', () => {
  assert.equal(pointByKey('a', 2, 5), undefined);
  assert.equal(pointByKey('ArrowRight', undefined, 0), undefined);
});
