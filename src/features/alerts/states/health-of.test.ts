import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  exampleRule,
  failedMeasurement,
  measured,
  measuredGroup,
  threshold,
} from '../../../../test/support/alerts/example-rule.ts';
import type { Measurement } from '../conditions/measurement.ts';
import { settleCondition } from '../../../contract/alert-rule-form.ts';
import { countsRows, hasNoData, healthOf } from './next-run.ts';

const RULE = exampleRule({ condition: threshold({ of: 'avg' }), maxGroups: 7 });
const VALUE = measuredGroup('true');
const FULL = { seen: [], expired: [], isFull: true };

const HEALTHS: readonly (readonly [Measurement, string, string])[] = [
  [measured([VALUE]), 'ok', ''],
  [measured([VALUE], { members: { ...FULL, isFull: false } }), 'ok', ''],
  [failedMeasurement, 'error', 'The query took too long.'],
  [
    measured([], { behind: ['lag', 'refusing', 'spilling'], isCut: true }),
    'behind',
    'Events may be missing: some were not searchable yet, some were rejected, some were queued while the log store was unavailable.',
  ],
  [
    measured([], { behind: ['lag'] }),
    'behind',
    'Events may be missing: some were not searchable yet.',
  ],
  [
    measured([], { behind: ['quota', 'node_away'] }),
    'behind',
    'Events may be missing: some were queued over the daily quota, a node was unavailable.',
  ],
  [
    measured([], { isCut: true, members: FULL }),
    'error',
    'More than 7 groups. The remaining groups are not evaluated.',
  ],
  [
    measured([], { members: FULL, isLearning: true }),
    'error',
    'More sources than this rule can learn.',
  ],
  [measured([], { isLearning: true }), 'learning', 'Not enough data for a baseline yet.'],
  [measured([]), 'no_data', 'The query returns no value.'],
];

for (const [measurement, health, detail] of HEALTHS) {
  test(`a rule is ${health}: ${detail}`, () => {
    assert.deepEqual(healthOf(RULE, measurement), { health, detail });
  });
}

const COUNT = exampleRule();
const CHANGE = exampleRule({ condition: settleCondition({ kind: 'change' }) });
const CHANGE_OF = exampleRule({ condition: settleCondition({ kind: 'change', of: 'avg' }) });
const ABSENCE = exampleRule({ condition: settleCondition({ kind: 'absence', scope: 'all' }) });
const VERDICT = exampleRule({ condition: settleCondition({ kind: 'verdict', criteria: 'x' }) });

test('thresholds and changes may count rows', () => {
  assert.deepEqual([COUNT, CHANGE, RULE, CHANGE_OF, ABSENCE, VERDICT].map(countsRows), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('only values can be missing, and only from an answer that is whole', () => {
  const noData = (rule: typeof RULE, measurement: Measurement): boolean =>
    measurement.kind === 'measured' && hasNoData(rule, measurement);
  const empty = measuredGroup('unknown', 'a', { value: null });

  assert.deepEqual(
    [RULE, CHANGE_OF, COUNT, CHANGE, ABSENCE, VERDICT].map((rule) => noData(rule, measured([]))),
    [true, true, false, false, false, false],
  );
  assert.deepEqual(
    [
      measured([empty]),
      measured([empty, VALUE]),
      measured([], { isCut: true }),
      measured([], { behind: ['lag'] }),
      measured([], { isLearning: true }),
    ].map((measurement) => noData(RULE, measurement)),
    [true, false, false, false, false],
  );
});
