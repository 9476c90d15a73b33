import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settleHolds } from '../../../contract/alert-rule-form.ts';
import type { AlertRuleDraft, AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
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
    keepFiring: alerts.intervalSecondsDefault,
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
    const holds = {
      for: (said.fireAfter - 1) * said.interval,
      keepFiring: (said.resolveAfter - 1) * said.interval,
    };
    assert.deepEqual(settleDraft({ ...DRAFT, ...said }), {
      ...settleDraft(DRAFT),
      ...said,
      ...holds,
    });
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

const HOLDS: readonly [string, Partial<AlertRuleDraft>, string][] = [
  ['nothing is said', {}, 'for 0 (1), keepFiring 60 (2)'],
  ['seconds', { for: 90, keepFiring: 0 }, 'for 90 (3), keepFiring 0 (1)'],
  ['checks in a row', { fireAfter: 3, resolveAfter: 1 }, 'for 120 (3), keepFiring 0 (1)'],
  ['checks ask for more', { for: 60, fireAfter: 4 }, 'for 180 (4), keepFiring 60 (2)'],
  ['seconds ask for more', { for: 300, fireAfter: 4 }, 'for 300 (6), keepFiring 60 (2)'],
  [
    'both as they were once kept',
    { keepFiring: 0, resolveAfter: 2 },
    'for 0 (1), keepFiring 60 (2)',
  ],
];

const holdsOf = ({ for: pending, fireAfter, keepFiring, resolveAfter }: AlertRuleSettings) =>
  `for ${pending} (${fireAfter}), keepFiring ${keepFiring} (${resolveAfter})`;

for (const [name, said, holds] of HOLDS) {
  test(`what holds is kept in seconds, and told in checks: ${name}`, () => {
    const settings = settleDraft({ ...DRAFT, ...said });

    assert.equal(holdsOf(settings), holds);
    assert.deepEqual(settleHolds(settings), settings, 'and stays so when it is read');
  });
}

test('a change says it in seconds or in checks, and what stays does not stand in its way', () => {
  const before = settleDraft({ ...DRAFT, fireAfter: 3 });
  const change = (named: Partial<AlertRuleDraft>) =>
    holdsOf(settleChange(before, { version: 1, ...named }));

  assert.equal(change({}), 'for 120 (3), keepFiring 60 (2)');
  assert.equal(change({ for: 0 }), 'for 0 (1), keepFiring 60 (2)');
  assert.equal(change({ for: 0, fireAfter: 3 }), 'for 0 (1), keepFiring 60 (2)');
  assert.equal(change({ fireAfter: 2 }), 'for 60 (2), keepFiring 60 (2)');
  assert.equal(change({ fireAfter: 2, for: 120 }), 'for 60 (2), keepFiring 60 (2)');
  assert.equal(change({ fireAfter: 2, for: 300 }), 'for 300 (6), keepFiring 60 (2)');
  assert.equal(change({ resolveAfter: 1 }), 'for 120 (3), keepFiring 0 (1)');
  assert.equal(change({ interval: 30 }), 'for 120 (5), keepFiring 60 (3)');
});
