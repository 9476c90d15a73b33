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
    interval: alerts.intervalSecondsDefault,
    window: alerts.windowSecondsDefault,
    basis: 'arrival',
    delay: alerts.delaySecondsDefault,
    lateMax: alerts.lateSecondsDefault,
    condition: { kind: 'threshold', of: 'count', op: '>', value: 5, by: [], recoverAt: null },
    fireAfter: alerts.fireAfterDefault,
    resolveAfter: alerts.resolveAfterDefault,
    for: 0,
    keepFiring: 0,
    noData: 'keep',
    onError: 'keep',
    maxGroups: alerts.groupsDefault,
    channels: [],
    onResolve: true,
    renotify: null,
    groupWait: alerts.groupWaitSecondsDefault,
    throttle: alerts.throttleSecondsDefault,
    samples: alerts.samplesDefault,
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
    minSeen: alerts.memberWindowsDefault,
    learn: alerts.memberLearnSecondsDefault,
    expire: alerts.memberExpireSecondsDefault,
    expected: [],
    maxMembers: alerts.ruleMembersDefault,
  });
  assert.deepEqual(conditionOf({ kind: 'change' }), {
    kind: 'change',
    of: 'count',
    by: [],
    direction: 'both',
    percent: alerts.changePercentDefault,
    minDifference: alerts.changeDifferenceDefault,
    compare: 'week',
    periods: alerts.changePeriodsDefault,
  });
  const verdict = {
    kind: 'verdict',
    criteria: 'c',
    expectedItems: [],
    mode: 'test_classification',
    model: null,
    rows: alerts.verdictRowsDefault,
    fireOn: ['failed', 'not_found'],
    minConfidence: alerts.verdictConfidenceDefault,
    creditsPerDay: alerts.verdictCreditsPerDayDefault,
  };
  assert.deepEqual(conditionOf({ kind: 'verdict', criteria: 'c' }), verdict);
  assert.deepEqual(conditionOf({ kind: 'verdict', criteria: 'c', mode: 'generic_verdict' }), {
    ...verdict,
    mode: 'generic_verdict',
    fireOn: ['failed'],
  });
});

test('what a rule says holds, just above and just below a default', () => {
  const { intervalSecondsDefault, windowSecondsDefault, groupsDefault } = alerts;
  for (const step of [1, -1]) {
    const said = {
      interval: intervalSecondsDefault + step,
      window: windowSecondsDefault + step,
      lateMax: alerts.lateSecondsDefault + step,
      resolveAfter: alerts.resolveAfterDefault + step,
      maxGroups: groupsDefault + step,
      groupWait: alerts.groupWaitSecondsDefault + step,
      throttle: alerts.throttleSecondsDefault + step,
      samples: alerts.samplesDefault + step,
      // There is nothing below these.
      delay: alerts.delaySecondsDefault + 1,
      fireAfter: alerts.fireAfterDefault + 1,
    };
    assert.deepEqual(settleDraft({ ...DRAFT, ...said }), { ...settleDraft(DRAFT), ...said });
  }
});

test('what a condition says holds, just above and just below a default', () => {
  for (const step of [1, -1]) {
    const conditions: AlertRuleDraft['condition'][] = [
      {
        kind: 'absence',
        scope: 'member',
        by: ['host'],
        minSeen: alerts.memberWindowsDefault + step,
        learn: alerts.memberLearnSecondsDefault + step,
        expire: alerts.memberExpireSecondsDefault + step,
        maxMembers: alerts.ruleMembersDefault + step,
      },
      {
        kind: 'change',
        percent: alerts.changePercentDefault + step,
        minDifference: alerts.changeDifferenceDefault + step,
        periods: alerts.changePeriodsDefault + step,
      },
      {
        kind: 'verdict',
        criteria: 'c',
        rows: alerts.verdictRowsDefault + step,
        minConfidence: alerts.verdictConfidenceDefault + step / 100,
        creditsPerDay: alerts.verdictCreditsPerDayDefault + step,
      },
    ];
    for (const condition of conditions) {
      const { condition: settled } = settleDraft({ ...DRAFT, condition });
      assert.deepEqual({ ...settled, ...condition }, settled);
    }
  }
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
  assert.deepEqual([compared.basis, compared.delay], ['event', alerts.delaySecondsOfEventBasis]);
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
