import assert from 'node:assert/strict';
import { silentLog } from '../../../base/log.ts';
import type { LabelledValue, Metrics } from '../../../base/metrics.ts';
import type { LogRecord } from '../../../base/record.ts';
import { openStoreTime } from '../ticking/store-time.ts';
import { createTickMeters } from '../ticking/tick-meters.ts';
import { newId } from '../../../base/ids.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import {
  failedMeasurement,
  measured,
  measuredGroup,
} from '../../../../test/support/alerts/example-rule.ts';
import { onBothStores } from '../../../../test/support/open-access.ts';
import { startTicking } from '../../../../test/support/alerts/start-ticking.ts';
import { insertChannel } from '../tables/alert-channels-table.ts';
import { checkLag } from './check-lag.ts';
import { countAlerts } from './count-alerts.ts';
import { hasEventsToShip, shipEvents } from './ship-events.ts';
import { notifyFailingChannels } from './notify-failing-channels.ts';

const { alerts } = LIMITS;
const signal = new AbortController().signal;

onBothStores(
  'what happens to rules becomes events, none is lost and none is new twice',
  async (_t, access) => {
    const { metadata, clock } = access;
    const ticking = await startTicking(access);
    await ticking.addRule({
      name: 'Checkout',
      condition: { kind: 'threshold', op: '>', value: 5, by: ['host'] },
    });
    await ticking.addRule({ name: 'Broken' });
    ticking.answer(({ name }) =>
      name === 'Broken' ? failedMeasurement : measured([measuredGroup('true', 'a')]),
    );
    await ticking.tick(3);
    const appended: LogRecord[] = [];
    let isAway = true;
    const needs = {
      metadata,
      clock,
      log: silentLog,
      append: async (organization: string, records: readonly LogRecord[]) => {
        assert.equal(organization, ticking.organization);
        appended.push(...records);
        // The queue has them, but this node does not live to hear of it.
        if (isAway) throw new Error('away');
      },
    };

    await shipEvents(needs, signal);
    const left = await hasEventsToShip(needs);
    isAway = false;
    await shipEvents(needs, signal);

    assert.equal(left, true);
    assert.equal(await hasEventsToShip(needs), false);
    const ids = new Set(appended.map(({ id }) => id));
    assert.deepEqual([ids.size, appended.length], [2, 4], 'the same events under the same ids');
    const fired = appended.find(({ body }) => body === 'Checkout is firing');
    assert.deepEqual([fired?.index, fired?.level, fired?.retentionDays], ['_alerts', 'warn', 90]);
    const fields = Object.fromEntries(fired?.attributes ?? []);
    assert.deepEqual(
      [fields['kind'], fields['rule'], fields['group']],
      ['fired', 'Checkout', '{"host":"a"}'],
    );
    assert.ok(appended.some(({ body }) => body.startsWith("Broken can't be evaluated")));
  },
);

onBothStores(
  'Owners are told of a channel that keeps failing, once, then daily',
  async (_t, access) => {
    const { metadata, clock } = access;
    const ticking = await startTicking(access);
    const { needs } = ticking.node();
    const id = newId('alertChannel');
    const failingSince = clock.now();
    await metadata.transaction((unit) =>
      insertChannel(unit, {
        id,
        organization_id: ticking.organization,
        name: 'ops',
        kind: 'webhook',
        version: 1,
        settings: '{}',
        secret: null,
        previous_secret: null,
        previous_until: null,
        allows_samples: 0,
        disabled_at: null,
        disabled_reason: null,
        paused_until: null,
        failing_since: failingSince,
        told_at: null,
        last_sent_at: null,
        last_error: 'The receiver returned 500.',
        created_by: 'ada@example.com',
        created_at: failingSince,
        updated_at: failingSince,
      }),
    );
    const count = async (): Promise<number> => (await ticking.read()).notices.length;

    clock.advance(alerts.channelFailingMs - 1);
    await notifyFailingChannels(needs, signal);
    const early = await count();
    clock.advance(1);
    await notifyFailingChannels(needs, signal);
    await notifyFailingChannels(needs, signal);
    const once = await count();
    clock.advance(alerts.noticeEveryMs + 1);
    await notifyFailingChannels(needs, signal);
    const rows = await ticking.read();

    assert.deepEqual([early, once, rows.notices.length], [0, 1, 2]);
    assert.match(rows.notices[0]?.body ?? '', /returned 500/);
    assert.deepEqual([...new Set(rows.events.map(({ kind }) => kind))], ['channel_failing']);
  },
);

onBothStores('ticks that lag degrade the node, with the reason', async (_t, access) => {
  const { clock } = access;
  const ticking = await startTicking(access);
  const none = await checkLag(access);
  await ticking.addRule();
  const [batch] = (await ticking.read()).batches;
  clock.advance((batch?.due_at ?? 0) - clock.now() + alerts.readyLagMsMax - 1);
  const well = await checkLag(access);
  clock.advance(1);
  const late = await checkLag(access);
  // A store that is away keeps ticks from being done, whoever tries.
  ticking.frontier = async () => Promise.reject(new Error('away'));
  await ticking.node().run();
  const away = await checkLag(access);
  ticking.frontier = undefined;
  clock.advance(2 * SECOND_MS);
  await ticking.node().run();

  assert.deepEqual([none, well], [{ state: 'up' }, { state: 'up' }]);
  assert.equal(late.state, 'degraded');
  assert.match(late.note ?? '', /120 s behind/);
  assert.equal(away.state, 'degraded');
  assert.deepEqual(await checkLag(access), { state: 'up' });
});

onBothStores('metrics tell of ticks, rules, incidents and waiting messages', async (_t, access) => {
  const { metadata, clock } = access;
  const ticking = await startTicking(access);
  await ticking.addRule({ name: 'a' });
  await ticking.addRule({ name: 'b' });
  ticking.answer(({ name }) =>
    name === 'a' ? measured([measuredGroup('true')]) : failedMeasurement,
  );
  await ticking.tick();
  const seen = watchedMetrics();
  const job = countAlerts({ metadata, clock, metrics: seen.metrics });
  const storeTime = openStoreTime({ frontier: async () => clock.now() - 3 * SECOND_MS }, clock);
  const meters = createTickMeters(seen.metrics, storeTime);
  await storeTime.frontier();

  const before = seen.read('xplain_alert_rules');
  await job.run(signal, { hold: async () => {} });
  meters.ticked('measured', 2);
  meters.evaluated('threshold', 250);
  meters.shared(3, 1);
  meters.fired(4_000);
  meters.late(1_500);
  clock.advance(SECOND_MS);

  assert.deepEqual(before, []);
  assert.deepEqual(seen.read('xplain_alert_rules'), [
    { value: 1, labels: { health: 'error' } },
    { value: 1, labels: { health: 'ok' } },
  ]);
  assert.deepEqual(seen.read('xplain_alert_incidents'), [
    { value: 1, labels: { status: 'firing' } },
  ]);
  assert.deepEqual(seen.read('xplain_alert_deliveries_waiting'), [{ value: 0, labels: {} }]);
  assert.equal(seen.read('xplain_alert_lag_seconds'), 1.5);
  assert.equal(seen.read('xplain_alert_frontier_seconds'), 1);
  assert.deepEqual(seen.noted, [
    ['xplain_alert_ticks_total', 2, { outcome: 'measured' }],
    ['xplain_alert_evaluation_seconds', 0.25, { kind: 'threshold' }],
    ['xplain_alert_shared_statements_total', 1, {}],
    ['xplain_alert_shared_rules_total', 3, {}],
    ['xplain_alert_latency_seconds', 4, {}],
    ['xplain_alert_tick_lag_seconds', 1.5, {}],
  ]);
  clock.advance(5 * MINUTE_MS);
  assert.deepEqual(seen.read('xplain_alert_rules'), [], 'another node may count by now');
});

function watchedMetrics() {
  const gauges = new Map<string, () => number | readonly LabelledValue[]>();
  const noted: [string, number, Readonly<Record<string, string>>][] = [];
  const metrics: Metrics = {
    counter: (name) => ({ add: (value, labels = {}) => void noted.push([name, value, labels]) }),
    gauge: (name, _help, read) => void gauges.set(name, read),
    histogram: (name) => ({
      observe: (value, labels = {}) => void noted.push([name, value, labels]),
    }),
  };
  const read = (name: string): number | readonly LabelledValue[] | undefined => {
    const value = gauges.get(name)?.();
    if (typeof value !== 'object') return value;
    return value.toSorted((a, b) =>
      JSON.stringify(a.labels).localeCompare(JSON.stringify(b.labels)),
    );
  };
  return { metrics, noted, read };
}
