import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlertCondition } from '../../../contract/alert-conditions.ts';
import { settleCondition } from '../../../contract/alert-rule-form.ts';
import { describeCondition } from './evidence.ts';

function described(condition: AlertCondition, window = 300): string {
  return describeCondition({ settings: { window, condition: settleCondition(condition) } });
}

const OVER: AlertCondition = { kind: 'threshold', op: '>', value: 5 };
const CHANGE: AlertCondition = { kind: 'change', percent: 40, minDifference: 7 };

const CONDITIONS: readonly (readonly [AlertCondition, string])[] = [
  [OVER, 'count > 5 in 5 minutes'],
  [{ ...OVER, of: 'p95', op: '<=', by: ['host', 'zone'] }, 'p95 <= 5 in 5 minutes, by host, zone'],
  [{ kind: 'absence', scope: 'all' }, 'no events in 5 minutes'],
  [
    { kind: 'absence', scope: 'member', by: ['host'] },
    'no events from a known source in 5 minutes, by host',
  ],
  [
    { ...CHANGE, direction: 'both', compare: 'week', periods: 3 },
    'count in 5 minutes differs from the median of the last 3 weeks by at least 40% and 7',
  ],
  [
    { ...CHANGE, direction: 'up', compare: 'day', periods: 4, by: ['host'] },
    'count in 5 minutes is above the median of the last 4 days by at least 40% and 7, by host',
  ],
  [
    { ...CHANGE, direction: 'down', compare: 'day', periods: 4 },
    'count in 5 minutes is below the median of the last 4 days by at least 40% and 7',
  ],
  [
    { kind: 'verdict', criteria: 'x', fireOn: ['not_found', 'failed'] },
    'an evaluated item is not found or failed in 5 minutes',
  ],
];

for (const [condition, words] of CONDITIONS) {
  test(`in words: ${words}`, () => assert.equal(described(condition), words));
}

const STRETCHES: readonly (readonly [number, string])[] = [
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '61 seconds'],
  [90, '90 seconds'],
  [120, '2 minutes'],
  [3_540, '59 minutes'],
  [3_600, '1 hour'],
  [5_400, '90 minutes'],
  [7_200, '2 hours'],
  [82_800, '23 hours'],
  [86_400, '1 day'],
  [90_000, '25 hours'],
  [604_800, '7 days'],
];

for (const [seconds, words] of STRETCHES) {
  test(`a window of ${seconds} s is ${words}`, () => {
    assert.equal(described(OVER, seconds), `count > 5 in ${words}`);
  });
}
