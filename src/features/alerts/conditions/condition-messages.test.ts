/** What people are told of a condition that does not fit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleRule } from '../../../../test/support/example-rule.ts';
import { AppError } from '../../../base/errors.ts';
import type { AlertCondition } from '../../../contract/alert-conditions.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import { parse } from '../../../language/index.ts';
import { settleCondition } from '../../../contract/alert-rule-form.ts';
import { checkCondition } from './check-condition.ts';

function told(
  condition: AlertCondition,
  query = '*',
  settings: Partial<AlertRuleSettings> = {},
): { readonly message: string; readonly details: readonly string[] } | undefined {
  const rule = exampleRule({ condition: settleCondition(condition), query, ...settings });
  const { query: tree } = parse(query);
  assert(tree !== undefined);
  try {
    checkCondition(rule.settings, tree);
    return undefined;
  } catch (error) {
    assert(error instanceof AppError);
    const details = (error.facts.details ?? []).map(({ message }) => message);
    return { message: error.message, details };
  }
}

const OVER = { kind: 'threshold', op: '>', value: 5 } as const;
const MEMBER = {
  kind: 'absence',
  scope: 'member',
  by: ['host'],
} satisfies AlertCondition;
const TABLE = '* | stats avg(ms) AS mean BY host';

const ONE: readonly (readonly [string, AlertCondition, string?, Partial<AlertRuleSettings>?])[] = [
  [
    'Without a command such as `stats` in the query, only `count` can be evaluated.',
    { ...OVER, of: 'mean' },
  ],
  [
    'Each row of the query’s table is a group already: group in the query instead.',
    { ...OVER, of: 'mean', by: ['host'] },
    TABLE,
  ],
  ['The query gives no column `count`. It has `host`, `mean`.', OVER, TABLE],
  ['The query leaves no field `zone`.', { ...OVER, by: ['host', 'zone'] }, '* | table host'],
  ['It must not be above `value`.', { ...OVER, recoverAt: 6 }],
  ['It must not be below `value`.', { ...OVER, op: '<', recoverAt: 4 }],
  ['With `=` there is nothing between firing and safe.', { ...OVER, op: '=', recoverAt: 5 }],
  ['This kind of condition needs the basis `event`.', { kind: 'change' }],
  ['This kind of condition needs the basis `arrival`.', MEMBER, '*', { basis: 'event' }],
  [
    'To watch for silence, the query must find events one by one: no tables, no `head`.',
    { kind: 'absence', scope: 'all' },
    '* | head 5',
  ],
  ['Fields belong to the scope `member`.', { kind: 'absence', scope: 'all', by: ['host'] }],
  [
    'Members belong to the scope `member`.',
    { kind: 'absence', scope: 'all', expected: [{ host: 'a' }] },
  ],
  ['Name the fields that tell members apart.', { ...MEMBER, by: [] }],
  ['The query leaves no field `host`.', MEMBER, '* | table zone'],
  [
    'The rule has at most 1 members.',
    { ...MEMBER, maxMembers: 1, expected: [{ host: 'a' }, { host: 'b' }] },
  ],
  [
    'A member has a value for each of host, zone, and for nothing else.',
    { ...MEMBER, by: ['host', 'zone'], expected: [{ host: 'a' }] },
  ],
  ['Within this time there are no 2 windows of 300 s.', { ...MEMBER, minSeen: 2, learn: 599 }],
  [
    'It must be longer than the window, or members are forgotten before they are missed.',
    { ...MEMBER, expire: 300 },
  ],
  [
    'Rules with a verdict tick every 300 s at most.',
    { kind: 'verdict', criteria: 'Is it well?' },
    '*',
    { interval: 299 },
  ],
];
for (const [message, condition, query, settings] of ONE) {
  test(message, () => {
    assert.deepEqual(told(condition, query, settings), { message, details: [message] });
  });
}

test('several problems are named one by one', () => {
  assert.deepEqual(told({ ...OVER, by: ['x'], recoverAt: 6 }, TABLE), {
    message: 'The condition has several problems.',
    details: [
      'Each row of the query’s table is a group already: group in the query instead.',
      'The query gives no column `count`. It has `host`, `mean`.',
      'It must not be above `value`.',
    ],
  });
});

test('what fits is not told of', () => {
  assert.deepEqual(
    [
      told(OVER),
      told({ ...OVER, recoverAt: 5 }),
      told({ ...OVER, op: '<', recoverAt: 5 }),
      told({ kind: 'change' }, '*', { basis: 'event' }),
      told({ kind: 'absence', scope: 'all' }),
      told({ ...MEMBER, minSeen: 2, learn: 600, expire: 301 }),
      told({ kind: 'verdict', criteria: 'Is it well?' }, '*', { interval: 300 }),
    ],
    Array.from({ length: 7 }, () => undefined),
  );
});
