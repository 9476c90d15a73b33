import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderRows } from './order-rows.ts';

const ROWS = [{ n: 10, t: 'b10' }, { n: 9, t: 'b9' }, { t: '' }, { n: 100, t: 'a' }];

test('rows stay as they came until somebody sorts them', () => {
  assert.deepEqual(orderRows(ROWS, undefined), [0, 1, 2, 3]);
});

test('numbers are sorted as numbers, texts with the numbers in them, and what is missing comes last', () => {
  assert.deepEqual(orderRows(ROWS, { name: 'n', isDown: false }), [1, 0, 3, 2]);
  assert.deepEqual(orderRows(ROWS, { name: 'n', isDown: true }), [3, 0, 1, 2]);
  assert.deepEqual(orderRows(ROWS, { name: 't', isDown: false }), [3, 1, 0, 2]);
});
