/** What people are told of a condition that does not fit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleRule } from '../../../../test/support/alerts/example-rule.ts';
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
    'Each row of the result is already a group. Group in the query instead.',
    { ...OVER, of: 'mean', by: ['host'] },
    TABLE,
  ],
  ['The query returns no column `count`. Available: `host`, `mean`.', OVER, TABLE],
  ['The query returns no field `zone`.', { ...OVER, by: ['host', 'zone'] }, '* | table host'],
  ['Must not be greater than `value`.', { ...OVER, recoverAt: 6 }],
  ['Must not be less than `value`.', { ...OVER, op: '<', recoverAt: 4 }],
  ['With `=` a recovery threshold isn’t supported.', { ...OVER, op: '=', recoverAt: 5 }],
  ['This condition requires the time basis `event`.', { kind: 'change' }],
  ['This condition requires the time basis `arrival`.', MEMBER, '*', { basis: 'event' }],
  [
    'A no-data condition needs a query that returns events: no tables, no `head`.',
    { kind: 'absence', scope: 'all' },
    '* | head 5',
  ],
  ['Fields require the scope `member`.', { kind: 'absence', scope: 'all', by: ['host'] }],
  [
    'Sources require the scope `member`.',
    { kind: 'absence', scope: 'all', expected: [{ host: 'a' }] },
  ],
  ['Set the fields that identify a source.', { ...MEMBER, by: [] }],
  ['The query returns no field `host`.', MEMBER, '* | table zone'],
  [
    'A rule can have at most 1 sources.',
    { ...MEMBER, maxMembers: 1, expected: [{ host: 'a' }, { host: 'b' }] },
  ],
  [
    'A source must have a value for each of host, zone, and no other fields.',
    { ...MEMBER, by: ['host', 'zone'], expected: [{ host: 'a' }] },
  ],
  ['Too short for 2 windows of 300 s.', { ...MEMBER, minSeen: 2, learn: 599 }],
  [
    'Must be longer than the window. Otherwise sources expire before they are reported.',
    { ...MEMBER, expire: 300 },
  ],
  [
    'The check interval of an evaluation rule must be at least 300 s.',
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
      'Each row of the result is already a group. Group in the query instead.',
      'The query returns no column `count`. Available: `host`, `mean`.',
      'Must not be greater than `value`.',
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
