/** Members that are forgotten, rules that fire as a whole, and groups that no answer names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  exampleRule,
  failedMeasurement,
  measured,
  measuredGroup,
  threshold,
} from '../../../../test/support/alerts/example-rule.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import { groupHash } from '../conditions/groups.ts';
import type { Measurement } from '../conditions/measurement.ts';
import { advance, type GroupState } from './advance.ts';

const AT = Date.UTC(2026, 0, 15, 12);
const HASH = groupHash({ host: 'a' });

/** The group of host a after one tick at which it fired, in the state of the test. */
function groupIn(state: GroupState['state']): GroupState {
  const rule = exampleRule();
  const [group] = advance(rule, [], measured([measuredGroup('true', 'a')]), { at: AT }).groups;
  assert(group !== undefined);
  return { ...group, state, incidentId: 'inc_1' };
}

function forgotten(state: GroupState['state'], measurement: Measurement): unknown {
  const { groups, transitions } = advance(exampleRule(), [groupIn(state)], measurement, { at: AT });
  return [groups.map(({ hash }) => hash), transitions];
}

const GONE = measured([], { members: { seen: [], expired: [HASH], isFull: false } });

test('what fires for a member ends when the member is forgotten', () => {
  const resolved = [
    { kind: 'resolved', hash: HASH, incidentId: 'inc_1', reason: 'member_expired' },
  ];

  assert.deepEqual(forgotten('firing', GONE), [[], resolved]);
  assert.deepEqual(forgotten('recovering', GONE), [[], resolved]);
  assert.deepEqual(forgotten('pending', GONE), [[], []]);
  assert.deepEqual(forgotten('closed', GONE), [[], []]);
});

test('a rule that fires as a whole tells the window, and why where it failed', () => {
  const whole = (measurement: Measurement, settings: Partial<AlertRuleSettings>) => {
    const rule = exampleRule({ window: 120, delay: 10, ...settings });
    const { transitions } = advance(rule, [], measurement, { at: AT });
    return transitions.map((each) => (each.kind === 'fired' ? each.group : each.kind));
  };
  const group = {
    key: null,
    hash: groupHash(null),
    value: null,
    holds: 'true',
    eventsFrom: AT - 130_000,
    eventsTo: AT - 10_000,
  };
  const empty = measured([]);
  const values = { condition: threshold({ of: 'avg' }) };

  assert.deepEqual(whole(failedMeasurement, { onError: 'fire' }), [
    { ...group, details: { error: 'The query took too long.' } },
  ]);
  assert.deepEqual(whole(failedMeasurement, { noData: 'fire' }), []);
  assert.deepEqual(whole(empty, { ...values, noData: 'fire' }), [{ ...group, details: {} }]);
  assert.deepEqual(whole(empty, { ...values, onError: 'fire' }), []);
  assert.deepEqual(whole(empty, { noData: 'fire' }), [], 'a count of nothing is 0');
  assert.deepEqual(whole(measured([], { isCut: true }), { ...values, noData: 'fire' }), []);
  assert.deepEqual(whole(measured([], { isLearning: true }), { ...values, noData: 'fire' }), []);
});

/** Whether a group that fired is calm once no answer names it. */
function isCalm(condition: Parameters<typeof threshold>[0]): boolean {
  const rule = exampleRule({ condition: threshold(condition), resolveAfter: 1, noData: 'keep' });
  const { transitions } = advance(rule, [groupIn('firing')], measured([]), { at: AT + 60_000 });
  return transitions.some((each) => each.kind === 'resolved' && each.reason === 'condition_over');
}

test('a count that no answer names is 0, and calms where 0 does', () => {
  assert.deepEqual(
    [
      isCalm({ op: '>', value: 0 }),
      isCalm({ op: '>', value: -1 }),
      isCalm({ op: '>=', value: 1 }),
      isCalm({ op: '>=', value: 0 }),
      isCalm({ op: '<', value: 5 }),
      isCalm({ op: '>', value: 5, recoverAt: 0 }),
      isCalm({ op: '>', value: 5, recoverAt: -1 }),
      isCalm({ op: '>', value: 5, of: 'avg' }),
    ],
    [true, false, true, false, false, true, false, false],
  );
});
