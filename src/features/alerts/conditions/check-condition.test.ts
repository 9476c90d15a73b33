import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleOf } from '../../../../test/support/alerts/start-conditions.ts';
import { AppError } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import type { AlertCondition } from '../../../contract/alert-conditions.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import { parse } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { checkCondition } from './check-condition.ts';

/** The paths of what is refused, with the place in the query where there is one. */
function problems(
  condition: AlertCondition,
  query = '*',
  settings: Partial<AlertRuleSettings> = {},
): string[] {
  const rule = ruleOf(organizationId('org_test'), 'alr_1', condition, { query, ...settings });
  const { query: tree } = parse(query);
  assert(tree !== undefined);
  try {
    checkCondition(rule.settings, tree);
    return [];
  } catch (error) {
    assert(error instanceof AppError && error.code === 'VALIDATION_ERROR');
    return (error.facts.details ?? []).map(({ path, position }) =>
      position === undefined ? path : `${path} ${position}`,
    );
  }
}

const OVER = { kind: 'threshold', op: '>', value: 5 } as const;
const CHANGE = { kind: 'change' } as const;
const MEMBER = { kind: 'absence', scope: 'member' } as const;

test('without a table only the count can be looked at', () => {
  assert.deepEqual(problems(OVER), []);
  assert.deepEqual(problems({ ...OVER, by: ['host'] }, '* | where a=1'), []);
  assert.deepEqual(problems({ ...OVER, of: 'mean' }), ['condition.of 0']);
  assert.deepEqual(problems({ ...OVER, by: ['host', 'zone'] }, '* | table host'), [
    'condition.by 4',
  ]);
});

test('behind a table its columns are looked at, and its rows are the groups', () => {
  const table = '* | stats avg(ms) AS mean BY host';
  assert.deepEqual(problems({ ...OVER, of: 'mean' }, table), []);
  assert.deepEqual(problems(OVER, table), ['condition.of 4']);
  assert.deepEqual(problems({ ...OVER, of: 'mean', by: ['host'] }, table), ['condition.by 4']);
  assert.deepEqual(problems({ ...OVER, by: ['x'] }, table), ['condition.by 4', 'condition.of 4']);
  assert.deepEqual(problems({ ...CHANGE, of: 'none' }, table, { basis: 'event' }), [
    'condition.of 4',
  ]);
});

test('recoverAt lies on the safe side', () => {
  const recover = (op: '>' | '>=' | '<' | '<=' | '=' | '!=', recoverAt: number): boolean =>
    problems({ ...OVER, op, recoverAt }).length === 0;

  for (const op of ['>', '>='] as const) {
    assert.deepEqual([recover(op, 4), recover(op, 5), recover(op, 6)], [true, true, false]);
  }
  for (const op of ['<', '<='] as const) {
    assert.deepEqual([recover(op, 4), recover(op, 5), recover(op, 6)], [false, true, true]);
  }
  assert.deepEqual([recover('=', 5), recover('!=', 5)], [false, false]);
});

test('each kind has its basis', () => {
  assert.deepEqual(problems(CHANGE, '*', { basis: 'event' }), []);
  assert.deepEqual(problems(CHANGE), ['basis']);
  assert.deepEqual(problems({ kind: 'absence', scope: 'all' }, '*', { basis: 'event' }), ['basis']);
});

test('silence is of events, and members have fields', () => {
  const all = { kind: 'absence', scope: 'all' } as const;
  assert.deepEqual(problems(all), []);
  assert.deepEqual(problems(all, '* | stats count'), ['condition.kind 4']);
  assert.deepEqual(problems(all, '* | head 5'), ['condition.kind 4']);
  assert.deepEqual(problems({ ...all, by: ['host'], expected: [{ host: 'a' }] }), [
    'condition.by 0',
    'condition.expected 0',
  ]);
  assert.deepEqual(problems({ ...MEMBER, by: ['host'] }), []);
  assert.deepEqual(problems(MEMBER), ['condition.by 0']);
});

test('members that a rule names are whole, and no more than it has room for', () => {
  const by = ['host', 'zone'];
  const expected = (...keys: Record<string, string>[]): string[] =>
    problems({ ...MEMBER, by, expected: keys });

  assert.deepEqual(expected({ zone: '1', host: 'a' }), []);
  assert.deepEqual(expected({ host: 'a' }, { host: 'a', zone: '1', rack: '2' }), [
    'condition.expected.0',
    'condition.expected.1',
  ]);
  const two = [
    { host: 'a', zone: '1' },
    { host: 'b', zone: '1' },
  ];
  assert.deepEqual(problems({ ...MEMBER, by, expected: two, maxMembers: 2 }), []);
  assert.deepEqual(problems({ ...MEMBER, by, expected: two, maxMembers: 1 }), [
    'condition.expected 0',
  ]);
});

test('members can be known before they are forgotten', () => {
  const by = ['host'];
  const settings = { window: 7_200 };
  const learn = (seconds: number): string[] =>
    problems({ ...MEMBER, by, minSeen: 2, learn: seconds }, '*', settings);
  const expire = (seconds: number): string[] =>
    problems({ ...MEMBER, by, expire: seconds }, '*', settings);

  assert.deepEqual([learn(14_400), learn(14_399)], [[], ['condition.learn']]);
  assert.deepEqual([expire(7_201), expire(7_200)], [[], ['condition.expire']]);
});

test('verdicts have their least interval', () => {
  const verdict = { kind: 'verdict', criteria: 'x' } as const;
  const least = LIMITS.alerts.verdictIntervalSecondsMin;

  assert.deepEqual(problems(verdict, '*', { interval: least }), []);
  assert.deepEqual(problems(verdict, '*', { interval: least - 1 }), ['interval']);
});
