import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueTicks } from './value-ticks.ts';

test('ticks are round, begin at zero and cover every value', () => {
  assert.deepEqual(valueTicks([3, 71], { count: 4 }), {
    domain: { low: 0, high: 80 },
    ticks: [0, 20, 40, 60, 80],
  });
  assert.deepEqual(valueTicks([0.1, 0.3], { count: 3 }).ticks, [0, 0.1, 0.2, 0.3]);
  assert.deepEqual(valueTicks([-7, 12], { count: 4 }).ticks, [-10, -5, 0, 5, 10, 15]);
});

test('what is counted has no halves, and bytes are round in powers of two', () => {
  assert.deepEqual(valueTicks([1, 2], { count: 5, isWhole: true }).ticks, [0, 1, 2]);
  assert.deepEqual(valueTicks([3_000], { count: 3, isBinary: true }).ticks, [0, 1024, 2048, 3072]);
});

test('nothing, zeros and what is no number still make an axis', () => {
  for (const values of [[], [0], [null, Number.NaN, Infinity], [0, 0]]) {
    const { domain, ticks } = valueTicks(values);
    assert.deepEqual(domain, { low: 0, high: 1 });
    assert.ok(ticks.length >= 2);
  }
  assert.deepEqual(valueTicks([null], { kind: 'log' }).domain, { low: 1, high: 10 });
});

test('the smallest and the largest numbers have finite ticks that ascend', () => {
  for (const kind of ['linear', 'log'] as const) {
    for (const value of [5e-324, 1e-300, 1e-9, 1, 1e9, 1e300, Number.MAX_VALUE]) {
      const { domain, ticks } = valueTicks([value, value / 3], { kind });

      assert.ok(ticks.length >= 1 && ticks.length <= 51, `${kind} ${value}`);
      assert.ok(ticks.every(Number.isFinite));
      assert.ok(ticks.every((tick, at) => at === 0 || tick > (ticks[at - 1] ?? 0)));
      assert.ok(domain.low <= value && domain.high >= value, `${kind} ${value} ${domain.high}`);
    }
  }
  const whole = valueTicks([-Number.MAX_VALUE, Number.MAX_VALUE]);
  assert.ok(whole.ticks.every(Number.isFinite) && whole.ticks.includes(0));
});

test('a logarithmic axis counts in decades, with numbers between when there are few', () => {
  assert.deepEqual(
    valueTicks([0.01, 90_000], { kind: 'log', count: 7 }).ticks,
    [0.01, 0.1, 1, 10, 100, 1_000, 10_000, 100_000],
  );
  assert.deepEqual(valueTicks([3, 40], { kind: 'log' }).ticks, [1, 2, 5, 10, 20, 50, 100]);
  assert.deepEqual(valueTicks([0, -5, 3, 40], { kind: 'log' }).domain, { low: 1, high: 100 });
  assert.ok(valueTicks([1e-200, 1e200], { kind: 'log', count: 5 }).ticks.length <= 6);
});

test('steps are the next of one, two and five, with zeros', () => {
  const ticks = (high: number, count?: number): readonly number[] =>
    valueTicks([high], count === undefined ? {} : { count }).ticks;

  assert.deepEqual(ticks(10), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(ticks(5), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(ticks(25), [0, 5, 10, 15, 20, 25]);
  assert.deepEqual(ticks(26), [0, 10, 20, 30]);
  assert.deepEqual(ticks(11), [0, 5, 10, 15]);
  assert.deepEqual(ticks(10, 1), [0, 10]);
  assert.deepEqual(ticks(10, 0), [0, 10]);
  assert.deepEqual(ticks(100, 2.9), [0, 50, 100]);
  assert.equal(ticks(50, 60).length, 51);
  assert.deepEqual(valueTicks([-30, -5], { count: 3 }), {
    domain: { low: -30, high: 0 },
    ticks: [-30, -20, -10, 0],
  });
});

test('whole steps are whole, and binary ones at least one', () => {
  assert.deepEqual(valueTicks([10], { isWhole: true }).ticks, [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(valueTicks([3], { isWhole: true, count: 3 }).ticks, [0, 1, 2, 3]);
  assert.deepEqual(valueTicks([0.5], { isBinary: true }).ticks, [0, 1]);
  assert.deepEqual(valueTicks([5], { isBinary: true }).ticks, [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(valueTicks([2_048], { isBinary: true, count: 2 }).ticks, [0, 1_024, 2_048]);
});

test('decades have numbers between them up to two, and some are left out of many', () => {
  const ticks = (low: number, high: number, count: number): readonly number[] =>
    valueTicks([low, high], { kind: 'log', count }).ticks;

  assert.deepEqual(ticks(1, 10, 5), [1, 2, 5, 10]);
  assert.deepEqual(ticks(1, 100, 5), [1, 2, 5, 10, 20, 50, 100]);
  assert.deepEqual(ticks(1, 1_000, 5), [1, 10, 100, 1_000]);
  assert.deepEqual(ticks(1, 1e6, 3), [1, 100, 10_000, 1_000_000]);
  assert.deepEqual(valueTicks([7], { kind: 'log' }).domain, { low: 0.1, high: 100 });
});
