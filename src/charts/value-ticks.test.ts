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
