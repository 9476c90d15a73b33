import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScale, valueDomain } from './scale.ts';

test('the ends of the values lie on the ends of the paper', () => {
  const linear = createScale('linear', { low: 0, high: 10 }, [100, 0]);
  const log = createScale('log', { low: 1, high: 100 }, [0, 10]);
  const root = createScale('sqrt', { low: 0, high: 4 }, [0, 10]);

  assert.deepEqual([linear(0), linear(5), linear(10)], [100, 50, 0]);
  assert.deepEqual([log(1), log(10), log(100)].map(Math.round), [0, 5, 10]);
  assert.equal(root(1), 5);
});

test('what has no place has none', () => {
  assert.ok(Number.isNaN(createScale('log', { low: 1, high: 10 }, [0, 1])(0)));
  assert.ok(Number.isNaN(createScale('linear', { low: 0, high: 1 }, [0, 1])(Infinity)));
  assert.ok(Number.isNaN(createScale('sqrt', { low: 0, high: 1 }, [0, 1])(-1)));
});

test('one value lies in the middle, and the widest range has a middle', () => {
  const { MAX_VALUE } = Number;

  assert.equal(createScale('linear', { low: 7, high: 7 }, [0, 10])(7), 5);
  assert.equal(createScale('linear', { low: -MAX_VALUE, high: MAX_VALUE }, [0, 10])(0), 5);
});

test('a domain leaves out what is no number', () => {
  assert.deepEqual(valueDomain([null, Number.NaN, 3, -2], 'linear'), { low: -2, high: 3 });
  assert.deepEqual(valueDomain([5], 'linear'), { low: 0, high: 5 });
  assert.deepEqual(valueDomain([5], 'log'), { low: 0.5, high: 50 });
});

test('a domain of one sign reaches zero, and what a logarithm cannot take has no part in it', () => {
  assert.deepEqual(valueDomain([-5, -2], 'linear'), { low: -5, high: 0 });
  assert.deepEqual(valueDomain([4, 9], 'sqrt'), { low: 0, high: 9 });
  assert.deepEqual(valueDomain([0, -1, 2, 8], 'log'), { low: 2, high: 8 });
  assert.deepEqual(valueDomain([0], 'linear'), { low: 0, high: 1 });
  assert.deepEqual(valueDomain([], 'linear'), { low: 0, high: 1 });
  assert.deepEqual(valueDomain([0], 'log'), { low: 1, high: 10 });
  assert.equal(createScale('sqrt', { low: 0, high: 4 }, [0, 10])(0), 0);
});
