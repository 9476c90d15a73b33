import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextOrder, orderRows } from './order-rows.ts';

function ordered(field: string, isDown: boolean, values: readonly unknown[]): unknown[] {
  const rows = values.map((value) => ({ [field]: value }));
  const cellOf = (row: Record<string, unknown>, name: string): unknown => row[name];
  return orderRows(rows, { field, isDown }, cellOf).map((row) => row[field]);
}

test('numbers are compared as numbers, also where they are texts', () => {
  assert.deepEqual(ordered('ms', false, [10, '9', 200, '1.5']), ['1.5', '9', 10, 200]);
  assert.deepEqual(ordered('ms', true, [10, '9', 200]), [200, 10, '9']);
});

test('what is missing comes last in both directions', () => {
  assert.deepEqual(ordered('ms', false, ['', 2, null, 1]), [1, 2, '', null]);
  assert.deepEqual(ordered('ms', true, ['', 2, null, 1]), [2, 1, '', null]);
});

test('texts go by their words and the numbers in them, levels by how bad they are', () => {
  assert.deepEqual(ordered('host', false, ['web-10', 'web-9', 'db']), ['db', 'web-9', 'web-10']);
  assert.deepEqual(ordered('level', true, ['info', 'fatal', 'warn', 'error', 'debug']), [
    'fatal',
    'error',
    'warn',
    'info',
    'debug',
  ]);
});

test('rows of the same value stay in order, and without an order nothing moves', () => {
  const rows = [
    { name: 'a', of: 1 },
    { name: 'b', of: 1 },
    { name: 'c', of: 0 },
  ];
  const cellOf = (row: (typeof rows)[number]): unknown => row.of;
  const sorted = orderRows(rows, { field: 'of', isDown: true }, cellOf);

  assert.deepEqual(
    sorted.map(({ name }) => name),
    ['a', 'b', 'c'],
  );
  assert.equal(orderRows(rows, undefined, cellOf), rows);
});

test('a head has three states, and another head begins anew', () => {
  const first = nextOrder(undefined, 'ms', true);
  const second = nextOrder(first, 'ms', true);

  assert.deepEqual(first, { field: 'ms', isDown: true });
  assert.deepEqual(second, { field: 'ms', isDown: false });
  assert.equal(nextOrder(second, 'ms', true), undefined);
  assert.deepEqual(nextOrder(second, 'host', false), { field: 'host', isDown: false });
});
