import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlertRuleDraft } from '../../../contract/alert-rule-settings.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { isEvaluatedOtherwise, settleChange, settleDraft } from './settle-settings.ts';

const { alerts } = LIMITS;
const DRAFT: AlertRuleDraft = {
  name: 'n',
  query: '*',
  condition: { kind: 'threshold', op: '>', value: 5 },
};

test('a rule that says nothing has the defaults of the specification', () => {
  assert.deepEqual(settleDraft(DRAFT), {
    description: '',
    runbook: '',
    tags: [],
    severity: 'warning',
    query: '*',
    savedSearch: null,
    interval: 60,
    window: 300,
    basis: 'arrival',
    delay: 0,
    lateMax: 86_400,
    condition: { kind: 'threshold', of: 'count', op: '>', value: 5, by: [], recoverAt: null },
    fireAfter: 1,
    resolveAfter: 2,
    for: 0,
    keepFiring: 0,
    noData: 'keep',
    onError: 'keep',
    maxGroups: 100,
    channels: [],
    onResolve: true,
    renotify: null,
    groupWait: 10,
    throttle: 60,
    samples: 3,
    title: null,
    body: null,
    mutedBy: [],
  });
});

test('the defaults of the other kinds', () => {
  const conditionOf = (condition: AlertRuleDraft['condition']) =>
    settleDraft({ ...DRAFT, condition }).condition;

  assert.deepEqual(conditionOf({ kind: 'absence', scope: 'member', by: ['host'] }), {
    kind: 'absence',
    scope: 'member',
    by: ['host'],
    minSeen: 3,
    learn: 86_400,
    expire: 604_800,
    expected: [],
    maxMembers: 1_000,
  });
  assert.deepEqual(conditionOf({ kind: 'change' }), {
    kind: 'change',
    of: 'count',
    by: [],
    direction: 'both',
    percent: 50,
    minDifference: 10,
    compare: 'week',
    periods: 4,
  });
  const verdict = {
    kind: 'verdict',
    criteria: 'c',
    expectedItems: [],
    mode: 'test_classification',
    model: null,
    rows: 2_000,
    fireOn: ['failed', 'not_found'],
    minConfidence: 0.5,
    creditsPerDay: 10,
  };
  assert.deepEqual(conditionOf({ kind: 'verdict', criteria: 'c' }), verdict);
  assert.deepEqual(conditionOf({ kind: 'verdict', criteria: 'c', mode: 'generic_verdict' }), {
    ...verdict,
    mode: 'generic_verdict',
    fireOn: ['failed'],
  });
});

test('defaults follow from what is said', () => {
  assert.equal(settleDraft({ ...DRAFT, interval: 600 }).window, 600);
  assert.equal(settleDraft({ ...DRAFT, interval: 120 }).window, alerts.windowSecondsDefault);
  assert.equal(settleDraft({ ...DRAFT, basis: 'event' }).delay, alerts.delaySecondsOfEventBasis);
  assert.equal(settleDraft({ ...DRAFT, basis: 'event', delay: 0 }).delay, 0);
  assert.equal(settleDraft({ ...DRAFT, severity: 'critical' }).groupWait, 0);
  assert.equal(settleDraft({ ...DRAFT, severity: 'critical', groupWait: 5 }).groupWait, 5);
  const change = settleDraft({ ...DRAFT, condition: { kind: 'change' } });
  assert.deepEqual([change.basis, change.delay], ['event', alerts.delaySecondsOfEventBasis]);
  const verdict = settleDraft({ ...DRAFT, condition: { kind: 'verdict', criteria: 'c' } });
  assert.equal(verdict.interval, alerts.verdictIntervalSecondsMin);
});

test('a change leaves what it does not name', () => {
  const before = settleDraft({ ...DRAFT, window: 600, tags: ['a'] });

  assert.deepEqual(settleChange(before, { version: 1, severity: 'critical' }), {
    ...before,
    severity: 'critical',
  });
  assert.deepEqual(settleChange(before, { version: 1, ...before }), before);
  const search = settleChange(before, { version: 1, savedSearch: 'ssr_1' });
  assert.deepEqual([search.query, search.savedSearch], [null, 'ssr_1']);
  const compared = settleChange(before, { version: 1, condition: { kind: 'change' } });
  assert.deepEqual([compared.basis, compared.delay], ['event', 60]);
  assert.throws(() => settleChange(before, { version: 1, interval: 601 }), {
    code: 'VALIDATION_ERROR',
  });
  assert.throws(() => settleChange(before, { version: 1, query: 'a', savedSearch: 'ssr_1' }), {
    code: 'VALIDATION_ERROR',
  });
});

test('only another question makes what was found void', () => {
  const before = settleDraft(DRAFT);
  const isOther = (change: object): boolean =>
    isEvaluatedOtherwise(before, settleChange(before, { version: 1, ...change }));

  for (const change of [
    { query: 'b' },
    { savedSearch: 'ssr_1' },
    { condition: { kind: 'threshold', op: '>', value: 6 } },
    { window: 301 },
    { basis: 'event' },
    { delay: 1 },
    { lateMax: 300 },
  ]) {
    assert.equal(isOther(change), true, JSON.stringify(change));
  }
  for (const change of [
    { name: 'm' },
    { severity: 'info' },
    { interval: 120 },
    { channels: ['chn_owners'] },
    { fireAfter: 3 },
    { title: '{{value}}' },
    { condition: DRAFT.condition },
    { query: '*' },
  ]) {
    assert.equal(isOther(change), false, JSON.stringify(change));
  }
});
