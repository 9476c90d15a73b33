import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  exampleRule,
  failedMeasurement,
  measured,
  measuredGroup,
  threshold,
} from '../../../../test/support/alerts/example-rule.ts';
import type { AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Measurement } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';
import { firstRun, isPaused, isNoticeDue, lastValue, nextRun, passedRun } from './next-run.ts';

const { sparklineMax } = LIMITS.alerts;
const NOW = Date.UTC(2026, 0, 15, 12);
const TICK = { at: NOW - 5_000, skipped: 0 };
const WELL = { health: 'ok', detail: '' } as const;
const RULE = exampleRule({}, { version: 3 });

test('a rule that has never ticked is learning', () => {
  assert.deepEqual(firstRun(RULE), {
    rule_id: 'alr_example',
    organization_id: 'org_example',
    version: 3,
    ticked_at: null,
    health: 'learning',
    health_detail: '',
    health_since: 0,
    failures: 0,
    told_at: null,
    retry_at: null,
    skipped_ticks: 0,
    sparkline: '[]',
    memory: '',
  });
});

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
  assert.equal(lastValue(runAfter(0)), null);
});

test('a tick at which nothing was looked at moves on and keeps everything else', () => {
  const before: AlertRuleRunRow = { ...firstRun(RULE), version: 2, skipped_ticks: 4, failures: 7 };

  assert.deepEqual(passedRun(RULE, before, { at: NOW, skipped: 2 }, null), {
    ...before,
    version: 3,
    ticked_at: NOW,
    skipped_ticks: 6,
    sparkline: '[null]',
  });
});

function after(
  measurement: Measurement,
  before: Partial<AlertRuleRunRow> = {},
  rule: Rule = RULE,
): AlertRuleRunRow {
  const health =
    measurement.kind === 'failed' ? ({ health: 'error', detail: 'no' } as const) : WELL;
  return nextRun(rule, { ...firstRun(rule), ...before }, measurement, TICK, health, NOW);
}

test('a tick that goes well forgets that others have failed', () => {
  const failing = {
    health: 'error',
    health_since: 1,
    failures: 9,
    told_at: 2,
    retry_at: 3,
  } as const;

  assert.deepEqual(after(measured([measuredGroup('true')]), failing), {
    ...firstRun(RULE),
    ticked_at: TICK.at,
    health: 'ok',
    health_since: NOW,
    sparkline: '[9]',
  });
});

test('failures are counted, and from the third on the rule pauses', () => {
  const run = after(failedMeasurement, { failures: 1, told_at: 7, health: 'ok', health_since: 1 });
  const again = after(failedMeasurement, { ...run, health_since: 5 });

  assert.deepEqual(
    [run.failures, run.health, run.health_detail, run.health_since, run.retry_at, run.told_at],
    [2, 'error', 'no', NOW, null, 7],
  );
  assert.deepEqual(
    [again.failures, again.health_since, again.retry_at, again.sparkline],
    [3, 5, TICK.at + 900_000, '[null,null]'],
  );
});

test('what is remembered stays, unless there is something new', () => {
  assert.equal(after(measured([]), { memory: 'old' }).memory, 'old');
  assert.equal(after(measured([], { memory: 'new' }), { memory: 'old' }).memory, 'new');
  assert.equal(after(failedMeasurement, { memory: 'old' }).memory, 'old');
});

test('a tick pauses until it is time to try again', () => {
  const run = { ...firstRun(RULE), retry_at: NOW };

  assert.deepEqual(
    [isPaused(run, NOW - 1), isPaused(run, NOW), isPaused(firstRun(RULE), NOW)],
    [true, false, false],
  );
  assert.equal(isPaused(undefined, NOW), false);
});

test('somebody is told of the third failure, then daily', () => {
  const told = (failures: number, notifiedAt: number | null): boolean =>
    isNoticeDue({ ...firstRun(RULE), failures, told_at: notifiedAt }, NOW);

  assert.deepEqual([told(2, null), told(3, null)], [false, true]);
  assert.deepEqual([told(9, NOW - 86_399_999), told(9, NOW - 86_400_000)], [false, true]);
});

const NO_VALUE = measuredGroup('unknown', 'b', { value: null });
const VALUES: readonly (readonly [string, Measurement, Rule, number | null])[] = [
  ['the largest', measured([measuredGroup('safe', 'a'), measuredGroup('true', 'c')]), RULE, 9],
  ['one that there is', measured([NO_VALUE, measuredGroup('true', 'a')]), RULE, 9],
  ['0 where rows are counted', measured([]), RULE, 0],
  ['none where some groups are missing', measured([], { isCut: true }), RULE, null],
  ['none of other values', measured([]), exampleRule({ condition: threshold({ of: 'a' }) }), null],
];

for (const [name, measurement, rule, value] of VALUES) {
  test(`the value of a tick is ${name}`, () => {
    assert.equal(lastValue(after(measurement, {}, rule)), value);
  });
}
