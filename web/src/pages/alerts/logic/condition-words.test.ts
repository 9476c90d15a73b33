import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionWords, ruleWords } from './condition-words.ts';

const TIMING = { window: 300, interval: 60, fireAfter: 1 };

test('a threshold says what, how long, how much and how often', () => {
  assert.equal(
    ruleWords({ kind: 'threshold', op: '>', value: 1_000 }, TIMING),
    'Fires when the number of events in the last 5 minutes is above 1,000. Checked every minute.',
  );
  assert.equal(
    ruleWords(
      { kind: 'threshold', of: 'p95', op: '>=', value: 2, by: ['host', 'path'], recoverAt: 1 },
      { ...TIMING, fireAfter: 3 },
    ),
    'Fires when p95 of any host and path in the last 5 minutes is at least 2; over once it is back at 1. ' +
      'Checked every minute, and fires after 3 checks in a row.',
  );
});

test('the other kinds say what they wait for, with what holds when nothing is said', () => {
  assert.equal(
    conditionWords({ kind: 'absence', scope: 'all' }, 600),
    'nothing arrives for 10 minutes',
  );
  assert.equal(
    conditionWords({ kind: 'absence', scope: 'member', by: ['host'] }, 3_600),
    'a known host sends nothing for 1 hour',
  );
  assert.equal(
    conditionWords({ kind: 'change', direction: 'down' }, 300),
    'the number of events in the last 5 minutes falls by 50 % and at least 10 ' +
      'from the median of the same time on the 4 weeks before',
  );
  assert.equal(
    conditionWords({ kind: 'verdict', criteria: 'x', fireOn: ['failed'] }, 300),
    'something that the events of the last 5 minutes are judged by fails',
  );
});
