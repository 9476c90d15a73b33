import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readGiven, writeGiven } from './given-rule.ts';
import { EMPTY_RULE, type RuleDraft } from './rule-draft.ts';

test('what is brought along arrives', () => {
  const drafts: RuleDraft[] = [
    {
      name: 'Slow',
      query: 'index=web | stats p95(ms) as p95 by host',
      severity: 'critical',
      window: 900,
      interval: 60,
      condition: { kind: 'threshold', of: 'p95', op: '>=', value: 0.5, by: ['a,b', 'host'] },
    },
    { name: 'Gone', query: '*', condition: { kind: 'absence', scope: 'member', by: ['host'] } },
    { name: 'Odd', query: '*', condition: { kind: 'change', of: 'sum' } },
  ];

  for (const draft of drafts) assert.deepEqual(readGiven(writeGiven(draft)), draft);
});

test('nonsense of a link is left out', () => {
  const nonsense = {
    kind: 'x',
    op: '~',
    value: 'many',
    window: '-1',
    interval: '1',
    by: ',%E0%A4%A',
  };

  assert.deepEqual(readGiven(nonsense), {
    ...EMPTY_RULE,
    condition: { ...EMPTY_RULE.condition, by: ['%E0%A4%A'] },
  });
});
