import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionWords, ruleWords } from './condition-words.ts';

const TIMING = { window: 300, interval: 60, for: 0 };

test('a threshold says what, how long, how much and how often', () => {
  assert.equal(
    ruleWords({ kind: 'threshold', op: '>', value: 1_000 }, TIMING),
    'Fires when the event count in the last 5 minutes is above 1,000. Checked every minute.',
  );
  assert.equal(
    ruleWords(
      { kind: 'threshold', of: 'p95', op: '>=', value: 2, by: ['host', 'path'], recoverAt: 1 },
      { ...TIMING, for: 120 },
    ),
    'Fires when p95 for any host and path in the last 5 minutes is at least 2; recovers at 1. ' +
      'Checked every minute, fires after 3 consecutive checks.',
  );
});

test('the other kinds say what they wait for, with what holds when nothing is said', () => {
  assert.equal(
    conditionWords({ kind: 'absence', scope: 'all' }, 600),
    'no events arrive for 10 minutes',
  );
  assert.equal(
    conditionWords({ kind: 'absence', scope: 'member', by: ['host'] }, 3_600),
    'a known host sends no events for 1 hour',
  );
  assert.equal(
    conditionWords({ kind: 'change', direction: 'down' }, 300),
    'the event count in the last 5 minutes falls by at least 50% and 10 ' +
      'vs the median at the same time in the previous 4 weeks',
  );
  assert.equal(
    conditionWords({ kind: 'verdict', criteria: 'x', mode: 'generic_verdict' }, 300),
    'any item fails when the events of the last 5 minutes are evaluated',
  );
});
