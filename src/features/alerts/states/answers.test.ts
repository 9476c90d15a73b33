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
import { advance } from './advance.ts';

const START = Date.UTC(2026, 0, 15, 12);
const VALUES = threshold({ of: 'avg' });

test('an answer without any value fires where the rule says so', () => {
  const rule = exampleRule({ condition: VALUES, noData: 'fire' });
  const counting = exampleRule({ noData: 'fire' });

  const fired = advance(rule, [], measured([]), { at: START });
  const counted = advance(counting, [], measured([]), { at: START });

  assert.deepEqual(
    fired.transitions.map(({ kind }) => kind),
    ['fired'],
  );
  assert.equal(fired.health, 'no_data');
  assert.deepEqual([counted.transitions, counted.health], [[], 'ok']);
});

test('a cut answer fires what it has, keeps what it lacks and says that it is cut', () => {
  const rule = exampleRule({ condition: VALUES });
  const known = advance(rule, [], measured([measuredGroup('true', 'a')]), { at: START }).groups;
  const cut = measured([measuredGroup('true', 'b')], { isCut: true });

  const next = advance(rule, known, cut, { at: START + 60_000 });

  assert.deepEqual(
    next.groups.map(({ key, state }) => [key?.['host'], state]),
    [
      ['a', 'firing'],
      ['b', 'firing'],
    ],
  );
  assert.equal(next.health, 'error');
});

test('a member that is expired closes its incident with that reason', () => {
  const rule = exampleRule({
    condition: {
      kind: 'absence',
      scope: 'member',
      by: ['host'],
      minSeen: 3,
      learn: 86_400,
      expire: 604_800,
      expected: [],
      maxMembers: 1_000,
    },
  });
  const silent = measuredGroup('true', 'a');
  const known = advance(rule, [], measured([silent]), { at: START }).groups;
  const members = { seen: [], expired: [silent.hash], isFull: true };

  const next = advance(rule, known, measured([], { members }), { at: START + 60_000 });

  assert.deepEqual(next.transitions, [
    { kind: 'resolved', hash: silent.hash, incidentId: null, reason: 'member_expired' },
  ]);
  assert.deepEqual([next.groups, next.health], [[], 'error']);
});

const HEALTHS: readonly (readonly [Measurement, string])[] = [
  [measured([measuredGroup('true')]), 'ok'],
  [measured([], { isLearning: true }), 'learning'],
  [measured([measuredGroup('unknown', undefined, { value: null })]), 'no_data'],
  [measured([]), 'no_data'],
  [measured([], { behind: ['node_away'] }), 'behind'],
  [measured([], { isCut: true }), 'error'],
  [failedMeasurement, 'error'],
];

test('what may be missing is said in words', () => {
  const measurement = measured([], { behind: ['lag', 'node_away'] });

  const { detail } = advance(exampleRule({ condition: VALUES }), [], measurement, { at: START });

  assert.equal(
    detail,
    'Events may be missing: some were not searchable yet, a node was unavailable.',
  );
});

for (const [measurement, health] of HEALTHS) {
  test(`health ${health} of ${JSON.stringify(measurement)}`, () => {
    const next = advance(exampleRule({ condition: VALUES }), [], measurement, { at: START });

    assert.equal(next.health, health);
    assert.equal(next.detail === '', health === 'ok');
  });
}
