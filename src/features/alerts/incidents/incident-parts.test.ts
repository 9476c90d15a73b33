/** How incidents are shown, how their values went, and what runs by itself beside the ticks. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAlertTables, OURS, THEIRS } from '../../../../test/support/alerts/alert-tables.ts';
import { exampleRule } from '../../../../test/support/alerts/example-rule.ts';
import { systemActor } from '../../../base/actor.ts';
import { silentLog } from '../../../base/log.ts';
import { silentMetrics } from '../../../base/metrics.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import type { SettleNeeds } from '../states/settle-needs.ts';
import { settleCondition } from '../../../contract/alert-rule-form.ts';
import { notifySkipped } from '../states/notify-failing.ts';
import { watchAlerts, type WatchNeeds } from '../watching/watch-alerts.ts';
import { endIncidents } from '../states/settle-tick.ts';
import { readSeries, type SeriesNeeds } from './read-series.ts';
import { showWhole } from './show-incident.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const HOUR_MS = 3_600_000;
const ACTOR = systemActor(OURS, 'alerts', []);
const { signal } = new AbortController();

async function seriesOf(
  t: TestContext,
  startedAgoMs: number,
  settings: Partial<AlertRuleSettings> = {},
) {
  const { metadata, putRule, putIncident } = await openAlertTables(t);
  const asked: unknown[] = [];
  const needs: SeriesNeeds = {
    metadata,
    clock: { now: () => NOW },
    replayIncident: async ({ id }, past, given) => {
      asked.push([id, past, given === signal]);
      const found = { series: [], ticks: 7, sampled: true, firings: [], messages: 3 };
      return settings.samples === 0 ? { ...found, problem: 'It is late.' } : found;
    },
  };
  await putRule({ id: 'alr_1', settings: JSON.stringify(exampleRule(settings).settings) });
  await putIncident({
    id: 'inc_1',
    started_at: NOW - startedAgoMs,
    group_key: '{"host":"a"}',
  });
  await putIncident({ id: 'inc_2', rule_id: 'alr_gone' });
  await putIncident({ id: 'inc_3', organization_id: THEIRS });
  const read = (id = 'inc_1') => readSeries(needs, ACTOR, id, signal);
  return { read, asked };
}

test('a series begins twelve windows before the incident, an hour at least', async (t) => {
  const hours = async (agoMs: number, window: number) => {
    const { read, asked } = await seriesOf(t, agoMs, { window });
    assert.deepEqual(await read(), { series: [], ticks: 7, sampled: true });
    const [[id, past, isOurs]] = asked as [[string, { group: unknown; hours: number }, boolean]];
    assert.deepEqual([id, past.group, isOurs], ['alr_1', { host: 'a' }, true]);
    return past.hours;
  };

  assert.equal(await hours(2 * HOUR_MS, 300), 3);
  assert.equal(await hours(2 * HOUR_MS, 600), 4);
  assert.equal(await hours(-HOUR_MS, 300), 1, 'a clock may go ahead');
  assert.equal(await hours(168 * HOUR_MS - 1, 300), 168);
});

test('a series says why there is none, and what went wrong', async (t) => {
  const none = (problem: string) => ({ series: [], ticks: 0, sampled: false, problem });
  const old = await seriesOf(t, 168 * HOUR_MS);
  const condition = settleCondition({ kind: 'verdict', criteria: 'Is it well?' });
  const judged = await seriesOf(t, HOUR_MS, { condition });
  const failing = await seriesOf(t, HOUR_MS, { samples: 0 });

  assert.deepEqual(await old.read(), none('The incident started more than a week ago.'));
  assert.deepEqual(await old.read('inc_2'), none('The rule was deleted.'));
  assert.deepEqual(await judged.read(), none('Evaluation rules have no numeric values.'));
  assert.deepEqual([old.asked, judged.asked], [[], []]);
  assert.equal((await failing.read()).problem, 'It is late.');
  for (const id of ['inc_3', 'inc_x']) {
    await assert.rejects(old.read(id), { code: 'NOT_FOUND', message: 'No such alert.' });
  }
});

const INCIDENT: AlertIncidentRow = {
  id: 'inc_1',
  organization_id: OURS,
  rule_id: 'alr_1',
  rule_name: 'Errors',
  rule_version: 2,
  severity: 'warning',
  status: 'firing',
  group_hash: 'hash',
  group_key: '{"host":"a"}',
  value: 7,
  condition: 'count > 5',
  started_at: 1_000,
  fired_at: 2_000,
  resolved_at: 3_000,
  resolved_reason: 'condition_over',
  events_from: 4_000,
  events_to: 5_000,
  search: 'level=error host="a"',
  sample_ids: '["x"]',
  acknowledged_by: 'ada',
  acknowledged_at: 6_000,
  snoozed_until: 7_000,
  is_flapping: 1,
  details: '{"late":1}',
  remind_at: null,
};

test('an incident is shown whole, with its own messages and what happened to it', () => {
  const delivery = {
    id: 'dlv_1',
    channel_id: 'chn_1',
    channel_name: 'team',
    transition: 'fired',
    state: 'sent',
    withheld_by: null,
    at: 8_000,
    last_error: null,
  } as const;
  const shown = showWhole(
    INCIDENT,
    [
      { ...delivery, incident_id: 'inc_1' },
      {
        ...delivery,
        id: 'dlv_2',
        incident_id: 'inc_1',
        channel_id: 'chn_owners',
        channel_name: null,
      },
      { ...delivery, id: 'dlv_3', incident_id: 'inc_2' },
    ],
    [
      {
        id: 'evt_1',
        organization_id: OURS,
        incident_id: 'inc_1',
        at: 9_000,
        kind: 'fired',
        details: '{"value":7}',
      },
    ],
    'https://logs.example.com',
  );

  const second = (count: number): string => `1970-01-01T00:00:0${count}.000Z`;
  const told = { transition: 'fired', state: 'sent', withheldBy: null, at: second(8), error: null };
  assert.deepEqual(shown, {
    id: 'inc_1',
    ruleId: 'alr_1',
    ruleName: 'Errors',
    ruleVersion: 2,
    severity: 'warning',
    status: 'firing',
    group: { host: 'a' },
    dedupKey: 'alr_1:hash',
    value: 7,
    condition: 'count > 5',
    startedAt: second(1),
    firedAt: second(2),
    resolvedAt: second(3),
    resolvedReason: 'condition_over',
    eventsFrom: second(4),
    eventsTo: second(5),
    searchUrl: 'https://logs.example.com/search?q=level%3Derror+host%3D%22a%22',
    sampleIds: ['x'],
    acknowledgedBy: 'ada',
    acknowledgedAt: second(6),
    snoozedUntil: second(7),
    flapping: true,
    details: { late: 1 },
    deliveries: [
      { id: 'dlv_1', channelId: 'chn_1', channelName: 'team', ...told },
      { id: 'dlv_2', channelId: 'chn_owners', channelName: 'Owners', ...told },
    ],
    query: 'level=error host="a"',
    timeline: [{ at: second(9), kind: 'fired', details: { value: 7 } }],
  });
  const open = showWhole(
    { ...INCIDENT, resolved_at: null, acknowledged_at: null, snoozed_until: null, is_flapping: 0 },
    [],
    [],
    '',
  );
  assert.deepEqual(
    [open.resolvedAt, open.acknowledgedAt, open.snoozedUntil, open.flapping],
    [null, null, null, false],
  );
});

test('incidents that end are told on their timelines and in the index', async (t) => {
  const { metadata, putIncident } = await openAlertTables(t);
  await putIncident({ id: 'inc_1', group_key: '{"host":"a"}', remind_at: 5 });
  await putIncident({
    id: 'inc_2',
    status: 'resolved',
    resolved_at: 1,
    resolved_reason: 'by_hand',
  });
  await putIncident({ id: 'inc_3', organization_id: THEIRS });
  const rule = exampleRule({}, { id: 'alr_1', name: 'Errors', organization: OURS });
  const ids = ['inc_1', 'inc_2', 'inc_3'];
  const end = { reason: 'by_hand', at: 9, by: 'ada' } as const;

  const ended = await metadata.transaction((unit) => endIncidents(unit, rule, ids, end));

  assert.deepEqual(
    ended.map(({ id, status, resolved_at: at, remind_at: remindAt }) => [id, status, at, remindAt]),
    [['inc_1', 'resolved', 9, null]],
  );
  const timeline = await metadata.db.selectFrom('alert_incident_events').selectAll().execute();
  assert.deepEqual(
    timeline.map(({ incident_id: id, kind, at, details }) => [id, kind, at, details]),
    [['inc_1', 'resolved', 9, '{"reason":"by_hand","by":"ada"}']],
  );
  const events = await metadata.db.selectFrom('alert_events').selectAll().execute();
  assert.deepEqual(
    events.map(({ kind, text, rule_id: of, incident_id: id, details }) => [
      kind,
      text,
      of,
      id,
      details,
    ]),
    [
      [
        'resolved',
        'Errors is resolved',
        'alr_1',
        'inc_1',
        '{"rule":"Errors","severity":"warning","reason":"by_hand","group":{"host":"a"}}',
      ],
    ],
  );
});

test('ticks that nobody makes up for are told of, each rule for itself', async (t) => {
  const { metadata, putBatch, putRule, putRun, putIncident } = await openAlertTables(t);
  await putBatch({ id: 'bat_1' });
  const rule = { batch_id: 'bat_1' };
  await putRule({ id: 'alr_1', name: 'Errors', ...rule });
  await putRule({ id: 'alr_2', name: 'New', ...rule });
  await putRule({ id: 'alr_3', name: 'Off', is_enabled: 0, ...rule });
  await putRun({ rule_id: 'alr_1', skipped_ticks: 5 });
  await putRun({ rule_id: 'alr_2', skipped_ticks: 0 });
  await putRun({ rule_id: 'alr_3', skipped_ticks: 5 });
  await putIncident({ id: 'inc_1', rule_id: 'alr_1' });
  const notices: unknown[] = [];
  const needs = {
    queueNotice: async (...notice: unknown[]) => notices.push(notice.slice(1)) > 0,
  } as unknown as SettleNeeds;
  const batch = await metadata.db.selectFrom('alert_batches').selectAll().executeTakeFirstOrThrow();

  await metadata.transaction((unit) =>
    notifySkipped(needs, unit, { batch, count: 5, before: NOW }, 9),
  );

  const gap =
    '"skipped":5,"interval":60,"seconds":300,"from":"2026-01-15T11:55:00.000Z","to":"2026-01-15T12:00:00.000Z"}';
  const events = await metadata.db.selectFrom('alert_events').selectAll().execute();
  assert.deepEqual(
    events.map(({ kind, text, details }) => [kind, text, details]),
    [['ticks_skipped', 'Errors: 5 checks were skipped', `{"rule":"Errors",${gap}`]],
  );
  const timeline = await metadata.db.selectFrom('alert_incident_events').selectAll().execute();
  assert.deepEqual(
    timeline.map(({ incident_id: id, kind, details }) => [id, kind, details]),
    [['inc_1', 'ticks_skipped', `{${gap}`]],
  );
  assert.deepEqual(notices, [
    [
      OURS,
      {
        title: 'Alert checks were skipped',
        body:
          'Rules with a check interval of 60 s were not checked for a while. Xplain caught up on the latest checks, ' +
          'but skipped 5 older ones. Conditions met only then did not fire.',
        to: 'owners',
        key: 'ticks_skipped',
      },
    ],
  ]);
});

test('what runs by itself has its times, and runs', async (t) => {
  const { metadata } = await openAlertTables(t);
  const appended: unknown[] = [];
  const needs: WatchNeeds = {
    metadata,
    clock: { now: () => NOW },
    log: silentLog,
    metrics: silentMetrics,
    appendReserved: async (writer) => void appended.push(writer),
  };
  const jobs = watchAlerts(needs, {} as SettleNeeds);

  assert.deepEqual(
    jobs.slice(0, 4).map(({ name, everyMs }) => [name, everyMs]),
    [
      ['alert-reminders', 5_000],
      ['alert-events', 1_000],
      ['alert-failing-channels', 30_000],
      ['alert-tidying', 3_600_000],
    ],
  );
  assert.equal(jobs.length, 5);
  assert.deepEqual([await jobs[0]?.hasWork?.(), await jobs[1]?.hasWork?.()], [false, false]);
  await metadata.transaction((unit) =>
    unit.db
      .insertInto('alert_events')
      .values({
        id: 'aev_1',
        organization_id: OURS,
        kind: 'fired',
        text: 'Errors',
        rule_id: null,
        incident_id: null,
        details: '{}',
        recorded_at: 1,
      })
      .execute(),
  );
  assert.equal(await jobs[1]?.hasWork?.(), true);
  for (const job of jobs) await job.run(signal, { hold: async () => {} });
  assert.deepEqual(appended, ['features/alerts']);
  assert.equal(await jobs[1]?.hasWork?.(), false);
});
