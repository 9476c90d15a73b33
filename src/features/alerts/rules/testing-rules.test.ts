/** How rules are shown and tested, and whom they know. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { OURS, openAlertTables } from '../../../../test/support/alerts/alert-tables.ts';
import { exampleRule } from '../../../../test/support/alerts/example-rule.ts';
import { type Actor, systemActor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import type { AlertRuleDraft } from '../../../contract/alert-rule-settings.ts';
import type { AlertRuleRow, AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import { PLANS } from '../../../spec/plans.ts';
import type { Permission } from '../../../spec/roles.ts';
import { forgetAlertMember, listAlertMembers } from './manage-members.ts';
import { showRule } from './show-rule.ts';
import { testAlertDraft, testAlertRule, type TestNeeds } from './test-rules.ts';

const NOW = 1_000_000;
const NOTHING = { ticks: 0, sampled: false, series: [], firings: [], messages: 0 };
const { signal } = new AbortController();
const PAGE = { limit: 10, after: undefined };

const DRAFT: AlertRuleDraft = {
  name: ' Errors ',
  query: 'level=error',
  condition: { kind: 'threshold', op: '>', value: 5 },
};

async function open(t: TestContext) {
  const tables = await openAlertTables(t);
  const { metadata } = tables;
  const resets: string[] = [];
  const tested: Parameters<TestNeeds['testRule']>[] = [];
  const needs: TestNeeds = {
    metadata,
    clock: { now: () => NOW },
    plans: PLANS,
    resetRule: () => Promise.reject(new Error('no rule is changed here')),
    resetGroup: async (_unit, rule, hash, reason) => {
      resets.push(`${rule.name} v${rule.version} ${hash} ${reason}`);
    },
    testRule: async (...asked) => {
      tested.push(asked);
      return NOTHING;
    },
  };
  return { ...tables, needs, resets, tested };
}

const may = (...permissions: Permission[]): Actor => systemActor(OURS, 'alerts', permissions);

async function refusal(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    assert(error instanceof AppError);
    return [error.code, error.message, ...(error.facts.details ?? []).map(({ path }) => path)];
  }
}

test('a draft is tested with its defaults, and is no rule that there is', async (t) => {
  const { needs, tested } = await open(t);

  assert.equal(await testAlertDraft(needs, may(), DRAFT, {}, signal), NOTHING);
  await testAlertDraft(needs, may(), DRAFT, { hours: 2, spend: true }, signal);

  const [, rule, options, aborts] = tested[0] ?? [];
  const { settings, ...facts } = rule ?? {};
  assert.deepEqual(facts, {
    id: 'alr_draft',
    organization: OURS,
    name: 'Errors',
    version: 0,
    isEnabled: true,
    snoozedUntil: null,
    createdBy: 'system:alerts',
    changedAt: NOW,
    mayReadAudit: true,
  });
  assert.deepEqual([settings?.window, settings?.channels], [300, []]);
  assert.deepEqual(options, { hours: 24, notify: false, spend: false });
  assert.equal(aborts, signal);
  assert.deepEqual(tested[1]?.[2], { hours: 2, notify: false, spend: true });
});

test('what is wrong with a draft stands below it', async (t) => {
  const { needs, tested } = await open(t);
  const refused = (draft: object) =>
    refusal(testAlertDraft(needs, may(), { ...DRAFT, ...draft }, {}, signal));

  assert.deepEqual(await refused({ title: '{{nothing}}' }), [
    'VALIDATION_ERROR',
    'Invalid input.',
    'rule.title',
  ]);
  assert.deepEqual(await refused({ channels: ['chn_none'] }), ['NOT_FOUND', 'No such channel.']);
  assert.deepEqual(tested, []);
});

test('a rule is tested as it is kept', async (t) => {
  const { needs, tested, putRule } = await open(t);
  await putRule({ id: 'alr_1', name: 'Kept', version: 4 });

  await testAlertRule(needs, may(), 'alr_1', {}, signal);

  const [, rule, options] = tested[0] ?? [];
  assert.deepEqual([rule?.id, rule?.name, rule?.version], ['alr_1', 'Kept', 4]);
  assert.deepEqual(options, { hours: 24, notify: false, spend: false });
  assert.deepEqual(await refusal(testAlertRule(needs, may(), 'alr_none', {}, signal)), [
    'NOT_FOUND',
    'No such alert rule.',
  ]);
});

test('a test that sends messages takes what a test of channels takes', async (t) => {
  const { needs, tested, putRule } = await open(t);
  await putRule({ id: 'alr_1' });
  const notify = { notify: true };
  const person = { ...may(), who: { kind: 'user' } } as unknown as Actor;
  const message = '`notify` sends a notification and requires the permission channels:manage.';

  const drafted = testAlertDraft(needs, may(), DRAFT, notify, signal);
  assert.deepEqual(await refusal(drafted), ['INSUFFICIENT_SCOPE', message]);
  const kept = testAlertRule(needs, person, 'alr_1', notify, signal);
  assert.deepEqual(await refusal(kept), ['FORBIDDEN', message]);
  await testAlertRule(needs, person, 'alr_1', { notify: false }, signal);
  await testAlertRule(needs, may('channels:manage'), 'alr_1', notify, signal);
  assert.deepEqual(
    tested.map(([, , options]) => options.notify),
    [false, true],
  );
});

const absence = (minSeen: number): string =>
  JSON.stringify(
    exampleRule({
      condition: {
        kind: 'absence',
        scope: 'member',
        by: ['host'],
        minSeen,
        learn: 60,
        expire: 60,
        maxMembers: 10,
        expected: [],
      },
    }).settings,
  );

test('members are shown with what is known of them', async (t) => {
  const { needs, putRule, putMember } = await open(t);
  await putRule({ id: 'alr_1', settings: absence(3) });
  await putRule({ id: 'alr_2' });
  const never = { first_seen_at: null, last_seen_at: null };
  await putMember({
    rule_id: 'alr_1',
    group_hash: 'a',
    group_key: '{"host":"a"}',
    windows_seen: 3,
  });
  await putMember({ rule_id: 'alr_1', group_hash: 'b', group_key: 'null', windows_seen: 2 });
  await putMember({ rule_id: 'alr_1', group_hash: 'c', windows_seen: 0, is_expected: 1, ...never });
  await putMember({ rule_id: 'alr_2', group_hash: 'd', windows_seen: 1 });
  await putMember({ rule_id: 'alr_2', group_hash: 'e', windows_seen: 0 });

  const times = {
    firstSeenAt: '1970-01-01T00:00:00.001Z',
    lastSeenAt: '1970-01-01T00:00:00.002Z',
  };
  assert.deepEqual(await listAlertMembers(needs, may(), 'alr_1', PAGE), {
    data: [
      { key: 'a', group: { host: 'a' }, known: true, expected: false, windowsSeen: 3, ...times },
      { key: 'b', group: {}, known: false, expected: false, windowsSeen: 2, ...times },
      {
        key: 'c',
        group: {},
        known: true,
        expected: true,
        windowsSeen: 0,
        firstSeenAt: null,
        lastSeenAt: null,
      },
    ],
    nextCursor: null,
  });
  const { data: counted } = await listAlertMembers(needs, may(), 'alr_2', PAGE);
  assert.deepEqual(
    counted.map(({ known }) => known),
    [true, false],
  );
  const first = await listAlertMembers(needs, may(), 'alr_1', { ...PAGE, limit: 2 });
  assert.deepEqual(
    [first.data.length, first.nextCursor === null ? null : atob(first.nextCursor)],
    [2, '0:b'],
  );
  assert.deepEqual(await refusal(listAlertMembers(needs, may(), 'alr_none', PAGE)), [
    'NOT_FOUND',
    'No such alert rule.',
  ]);
});

test('a member is forgotten with its group, unless the rule names it', async (t) => {
  const { needs, metadata, resets, putRule, putRun, putMember } = await open(t);
  await putRule({ id: 'alr_1', name: 'Quiet', version: 4, settings: absence(3) });
  await putRun({ rule_id: 'alr_1', version: 4 });
  await putMember({ rule_id: 'alr_1', group_hash: 'a', group_key: '{"host":"a"}' });
  await putMember({ rule_id: 'alr_1', group_hash: 'b', is_expected: 1 });

  await forgetAlertMember(needs, may(), 'alr_1', 'a');

  assert.deepEqual(resets, ['Quiet v4 a member_forgotten']);
  const rule = await metadata.db.selectFrom('alert_rules').selectAll().executeTakeFirstOrThrow();
  const run = await metadata.db.selectFrom('alert_rule_runs').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([rule.version, rule.updated_at, run.version], [5, NOW, 5]);
  const audit = await metadata.db.selectFrom('audit_entries').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual(
    [audit.action, audit.resource, audit.details],
    ['alert_member.forgotten', 'alr_1:a', '{"rule":"Quiet","group":{"host":"a"}}'],
  );
  assert.deepEqual(await refusal(forgetAlertMember(needs, may(), 'alr_1', 'a')), [
    'NOT_FOUND',
    'No such member.',
  ]);
  assert.deepEqual(await refusal(forgetAlertMember(needs, may(), 'alr_1', 'b')), [
    'CONFLICT',
    'The rule lists this source in `expected`. Remove it from that list instead.',
  ]);
  const { data } = await listAlertMembers(needs, may(), 'alr_1', PAGE);
  assert.deepEqual(
    data.map(({ key }) => key),
    ['b'],
  );
});

const ROW: AlertRuleRow = {
  id: 'alr_1',
  organization_id: OURS,
  name: 'Errors',
  version: 2,
  is_enabled: 1,
  severity: 'warning',
  kind: 'threshold',
  interval_s: 60,
  batch_id: null,
  // As it was kept before seconds and checks in a row were one setting.
  settings: JSON.stringify({
    interval: 60,
    fireAfter: 3,
    for: 60,
    resolveAfter: 2,
    keepFiring: 0,
  }),
  snoozed_until: null,
  created_by: 'ada@example.com',
  created_at: 1_000,
  updated_at: 2_000,
};

test('a rule that never ticked is learning', () => {
  assert.deepEqual(showRule(ROW, undefined, NOW), {
    id: 'alr_1',
    name: 'Errors',
    version: 2,
    enabled: true,
    kind: 'threshold',
    state: 'pending',
    firing: 0,
    health: 'learning',
    healthDetail: '',
    lastTickAt: null,
    nextTickAt: null,
    snoozedUntil: null,
    sparkline: [],
    interval: 60,
    for: 120,
    fireAfter: 3,
    keepFiring: 60,
    resolveAfter: 2,
    createdBy: 'ada@example.com',
    createdAt: '1970-01-01T00:00:01.000Z',
    updatedAt: '1970-01-01T00:00:02.000Z',
  });
});

test('a rule stands as its groups do, and is snoozed until its time', () => {
  const run: AlertRuleRunRow = {
    rule_id: 'alr_1',
    organization_id: OURS,
    version: 2,
    health_since: 0,
    failures: 0,
    told_at: null,
    retry_at: null,
    skipped_ticks: 0,
    memory: '',
    health: 'error',
    health_detail: 'It took too long.',
    ticked_at: 3_000,
    sparkline: '[1,null]',
  };
  const shown = (firing: number, pending: number, snoozed_until: number | null = null) =>
    showRule(
      { ...ROW, is_enabled: 0, snoozed_until },
      { run, firing, pending, nextTickAt: 4_000 },
      NOW,
    );

  const { enabled, health, healthDetail, lastTickAt, nextTickAt, sparkline } = shown(0, 0);
  assert.deepEqual(
    [enabled, health, healthDetail, lastTickAt, nextTickAt, sparkline],
    [
      false,
      'error',
      'It took too long.',
      '1970-01-01T00:00:03.000Z',
      '1970-01-01T00:00:04.000Z',
      [1, null],
    ],
  );
  assert.deepEqual(
    [shown(0, 0), shown(0, 1), shown(1, 1)].map(({ state, firing }) => [state, firing]),
    [
      ['normal', 0],
      ['pending', 0],
      ['firing', 1],
    ],
  );
  assert.deepEqual(
    [NOW - 1, NOW, NOW + 1].map((until) => shown(0, 0, until).snoozedUntil),
    [null, null, '1970-01-01T00:16:40.001Z'],
  );
});
