import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../spec/limits.ts';
import { exampleRule } from '../../../../test/support/example-rule.ts';
import { firstRun, lastValue, passedRun } from './next-run.ts';

const { sparklineMax } = LIMITS.alerts;

test('a sparkline has the newest values, and no more than it shows', () => {
  const rule = exampleRule();
  const runAfter = (ticks: number) => {
    let run = firstRun(rule);
    for (let at = 1; at <= ticks; at += 1) run = passedRun(rule, run, { at, skipped: 0 }, at);
    return run;
  };
  const valuesOf = (ticks: number): unknown[] => JSON.parse(runAfter(ticks).sparkline) as unknown[];
  const full = Array.from({ length: sparklineMax }, (_, i) => i + 1);

  assert.deepEqual(valuesOf(sparklineMax - 1), full.slice(0, -1));
  assert.deepEqual(valuesOf(sparklineMax), full);
  assert.deepEqual(valuesOf(sparklineMax + 1), [...full.slice(1), sparklineMax + 1]);
  assert.equal(lastValue(runAfter(sparklineMax + 1)), sparklineMax + 1);
});
