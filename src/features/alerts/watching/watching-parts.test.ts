import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAlertTables, OURS, THEIRS } from '../../../../test/support/alerts/alert-tables.ts';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { silentLog } from '../../../base/log.ts';
import type { LogRecord } from '../../../base/record.ts';
import { silentMetrics } from '../../../base/metrics.ts';
import { findChannel } from '../tables/alert-channels-table.ts';
import type { Notice } from '../states/settle-needs.ts';
import {
  hasEvents,
  insertEvents,
  noteEvents,
  readEvents,
  removeEvents,
} from '../tables/alert-events-table.ts';
import { checkLag } from './check-lag.ts';
import { countAlerts } from './count-alerts.ts';
import { hasEventsToShip, shipEvents } from './ship-events.ts';
import { notifyFailingChannels } from './notify-failing-channels.ts';

const { signal } = new AbortController();
const NOON = Date.UTC(2026, 0, 15, 12);

function row(id: string, recordedAt: number, organization: string = OURS) {
  return {
    id,
    organization_id: organization,
    recorded_at: recordedAt,
    kind: 'fired',
    rule_id: null,
    incident_id: null,
    text: id,
    details: '{}',
  };
}

test('events are read oldest first, without those of organizations that are held up', async (t) => {
  const { metadata } = await openAlertTables(t);
  const idsOf = async (heldUp: string[], max: number) =>
    (await readEvents(metadata, new Set(heldUp), max)).map(({ id }) => id);
  const before = await hasEvents(metadata);
  await metadata.transaction((unit) =>
    insertEvents(unit, [row('c', 2), row('b', 1), row('a', 2), row('theirs', 0, THEIRS)]),
  );

  assert.deepEqual([before, await hasEvents(metadata)], [false, true]);
  assert.deepEqual(await idsOf([], 9), ['theirs', 'b', 'a', 'c']);
  assert.deepEqual(await idsOf([], 2), ['theirs', 'b']);
  assert.deepEqual(await idsOf([THEIRS], 9), ['b', 'a', 'c']);
  await removeEvents(metadata, OURS, ['theirs', 'b']);
  assert.deepEqual(await idsOf([], 9), ['theirs', 'a', 'c']);
});

test('very many events are written and removed, each once', async (t) => {
  const { metadata } = await openAlertTables(t);
  const rows = Array.from({ length: 1_001 }, (_, at) => row(`e${at}`, at));

  await metadata.transaction((unit) => insertEvents(unit, rows));
  const written = (await readEvents(metadata, new Set(), 5_000)).length;
  await removeEvents(
    metadata,
    OURS,
    rows.slice(1).map(({ id }) => id),
  );

  assert.equal(written, 1_001);
  assert.deepEqual(
    (await readEvents(metadata, new Set(), 9)).map(({ id }) => id),
    ['e0'],
  );
});

test('events become records of the index of alerts, and are forgotten then', async (t) => {
  const { metadata } = await openAlertTables(t);
  await metadata.transaction((unit) =>
    noteEvents(
      unit,
      OURS,
      [
        {
          kind: 'rule_failing',
          text: 'no',
          ruleId: 'alr_1',
          details: { value: 7, none: null, list: ['a'], word: 'x' },
        },
      ],
      NOON,
    ),
  );
  const shipped: LogRecord[] = [];
  const needs = { metadata, clock: { now: () => NOON + 5 }, log: silentLog };
  const waiting = await hasEventsToShip(needs);

  await shipEvents(
    { ...needs, append: async (_organization, records) => void shipped.push(...records) },
    signal,
  );

  const [record] = shipped;
  assert.equal(shipped.length, 1);
  assert.deepEqual(
    { ...record, id: record?.id?.slice(0, 4) },
    {
      organization: OURS,
      index: '_alerts',
      timestamp: NOON,
      receivedAt: NOON + 5,
      retentionDays: record?.retentionDays,
      level: 'error',
      source: 'xplain',
      id: record?.id?.slice(0, 4),
      body: 'no',
      attributes: [
        ['kind', 'rule_failing'],
        ['rule_id', 'alr_1'],
        ['value', '7'],
        ['list', '["a"]'],
        ['word', 'x'],
      ],
    },
  );
  assert.deepEqual([waiting, await hasEventsToShip(needs)], [true, false]);
});

test('an organization whose queue takes nothing does not hold up the others', async (t) => {
  const { metadata } = await openAlertTables(t);
  await metadata.transaction((unit) =>
    insertEvents(unit, [row('ours', 1), { ...row('theirs', 0, THEIRS), kind: 'resolved' }]),
  );
  const shipped: string[] = [];

  await shipEvents(
    {
      metadata,
      clock: { now: () => NOON },
      log: silentLog,
      append: async (organization, records) => {
        if (organization === OURS) throw new Error('full');
        shipped.push(...records.map(({ body, level }) => `${String(body)} ${level}`));
      },
    },
    signal,
  );

  assert.deepEqual(shipped, ['theirs info']);
  assert.deepEqual(
    (await readEvents(metadata, new Set(), 9)).map(({ id }) => id),
    ['ours'],
  );
});

test('nothing is shipped once it is to stop', async (t) => {
  const { metadata } = await openAlertTables(t);
  await metadata.transaction((unit) => insertEvents(unit, [row('a', 1)]));
  const append = () => Promise.reject(new Error('nobody asks'));

  await shipEvents(
    { metadata, clock: { now: () => NOON }, log: silentLog, append },
    AbortSignal.abort(),
  );

  assert.equal(await hasEvents(metadata), true);
});

test('rules are behind once the most belated batch is so by two minutes', async (t) => {
  const { metadata, putBatch } = await openAlertTables(t);
  const lagAt = (now: number) => checkLag({ metadata, clock: { now: () => now } });
  const without = await lagAt(NOON);
  await putBatch({ id: 'alb_1', ticked_at: NOON });

  assert.deepEqual([without, await lagAt(NOON + 179_999)], [{ state: 'up' }, { state: 'up' }]);
  assert.deepEqual(await lagAt(NOON + 180_999), {
    state: 'degraded',
    note: 'Alert rules are 120 s behind schedule. Check the log store, and that a node runs the scheduler.',
  });
});

test('a census is told for two minutes', async (t) => {
  const { metadata, putRule, putRun, putIncident, putDelivery } = await openAlertTables(t);
  await putRule({ id: 'alr_1' });
  await putRun({ rule_id: 'alr_1', health: 'error' });
  await putIncident({ id: 'inc_1' });
  await putIncident({ id: 'inc_2', organization_id: THEIRS });
  await putDelivery({ id: 'dlv_1' });
  await putDelivery({ id: 'dlv_2', state: 'sent' });
  const clock = fakeClock();
  const gauges = new Map<string, () => unknown>();
  const job = countAlerts({
    metadata,
    clock,
    metrics: { ...silentMetrics, gauge: (name, _help, read) => void gauges.set(name, read) },
  });
  const told = () =>
    ['rules', 'incidents', 'deliveries_waiting'].map((name) =>
      gauges.get(`xplain_alert_${name}`)?.(),
    );
  const before = told();
  await job.run(signal, { hold: async () => {} });
  clock.advance(119_999);
  const fresh = told();
  clock.advance(1);

  assert.deepEqual([job.name, job.everyMs], ['alert-census', 30_000]);
  assert.deepEqual(before, [[], [], []]);
  assert.deepEqual(fresh, [
    [{ value: 1, labels: { health: 'error' } }],
    [{ value: 2, labels: { status: 'firing' } }],
    [{ value: 1, labels: {} }],
  ]);
  assert.deepEqual(told(), [[], [], []]);
});

test('of a channel that fails for five minutes the Owners are told, once a day', async (t) => {
  const { metadata, putChannel } = await openAlertTables(t);
  await putChannel({ id: 'chn_1', name: 'hook', failing_since: NOON, last_error: 'No answer.' });
  const notices: Notice[] = [];
  const tellAt = async (now: number, stop: AbortSignal = signal) => {
    const queueNotice = async (_unit: unknown, _organization: unknown, notice: Notice) =>
      void notices.push(notice);
    await notifyFailingChannels({ metadata, clock: { now: () => now }, queueNotice }, stop);
    return notices.length;
  };
  const soon = NOON + 300_000;

  assert.equal(await tellAt(soon - 1), 0);
  assert.equal(await tellAt(soon, AbortSignal.abort()), 0);
  assert.equal(await tellAt(soon), 1);
  assert.equal((await findChannel(metadata, OURS, 'chn_1'))?.told_at, soon);
  assert.equal(await tellAt(soon + 86_400_000), 1);
  assert.equal(await tellAt(soon + 86_400_001), 2);
  assert.deepEqual(notices[0], {
    title: 'Alert channel failing: hook',
    body:
      'Notifications to the channel “hook” (webhook) have been failing since 2026-01-15T12:00:00.000Z. ' +
      'No answer.\n\nXplain retries for 24 hours. Check its URL, or send a test notification.',
    to: 'owners',
    key: 'channel-failing:chn_1',
  });
  const [event] = await readEvents(metadata, new Set(), 9);
  assert.deepEqual(
    [event?.kind, event?.text, event?.recorded_at, event?.details],
    [
      'channel_failing',
      'Channel hook has been failing since 2026-01-15T12:00:00.000Z',
      soon,
      '{"channel":"hook","channel_kind":"webhook","since":"2026-01-15T12:00:00.000Z"}',
    ],
  );
});
