import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { planSettings, querySettings } from './query-settings.ts';

test('a statement that says nothing has the limits of the specification', () => {
  const settings = querySettings(LIMITS, {});

  assert.equal(settings['max_execution_time'], LIMITS.query.timeoutMsMax / 1000);
  assert.equal(settings['max_memory_usage'], LIMITS.query.memoryBytesMax);
  assert.equal(settings['max_rows_to_read'], LIMITS.query.scanRowsMax);
  assert.equal(settings['memory_overcommit_ratio_denominator'], LIMITS.query.memoryShareBytes);
});

test('a statement can be bounded further', () => {
  const settings = querySettings(LIMITS, {
    timeoutMs: 500,
    memoryBytesMax: 1_000,
    scanRowsMax: 10,
  });

  assert.equal(settings['max_execution_time'], 0.5);
  assert.equal(settings['max_memory_usage'], 1_000);
  assert.equal(settings['max_rows_to_read'], 10);
});

test('a statement comes before those that ask for less, which never stop for long', () => {
  const { priority, low_priority_query_wait_time_ms: pauseMs } = querySettings(LIMITS, {});
  const behind = querySettings(LIMITS, { settings: { priority: 5 } });

  assert.deepEqual([priority, behind['priority']], [1, 5]);
  assert.ok(Number(pauseMs) > 0 && Number(pauseMs) <= 100);
});

test('only a statement of many subqueries keeps the expressions of them apart', () => {
  const nested = (depth: number): string =>
    depth === 0 ? 'SELECT 1 FROM logs' : `SELECT * FROM (${nested(depth - 1)})`;

  assert.deepEqual(planSettings(nested(5)), {});
  assert.deepEqual(planSettings(nested(6)), { query_plan_merge_expressions: 0 });
});
