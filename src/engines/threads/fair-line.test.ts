import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairLine } from './fair-line.ts';

test('owners take turns, each in the order it came', () => {
  const line = createFairLine<string>(10);
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) line.push(item.charAt(0), item);

  const order = Array.from({ length: 7 }, () => line.shift());

  assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined]);
  assert.equal(line.size, 0);
});

test('one owner fills the line, another finds a place in it, up to a bound', () => {
  const line = createFairLine<number>(3);

  const first = [1, 2, 3, 4].map((item) => line.push('a', item));
  const others = ['b', 'c', 'd', 'e'].map((owner) => line.push(owner, 0));
  const again = line.push('b', 1);

  assert.deepEqual(first, [true, true, true, false]);
  assert.deepEqual(others, [true, true, true, false]);
  assert.equal(again, false);
});

test('what gives up leaves its place, and a cleared line has none', () => {
  const line = createFairLine<string>(2);
  line.push('a', 'x');
  line.push('a', 'y');

  line.remove('a', 'x');
  line.remove('a', 'never there');
  assert.equal(line.push('a', 'z'), true);

  assert.deepEqual(line.clear(), ['y', 'z']);
  assert.deepEqual([line.size, line.shift()], [0, undefined]);
});
