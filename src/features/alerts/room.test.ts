/** What the room of alerts runs, and in whose slots it searches. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAlertTables, OURS, THEIRS } from '../../../test/support/alerts/alert-tables.ts';
import { silentLog } from '../../base/log.ts';
import { type Metrics, silentMetrics } from '../../base/metrics.ts';
import { openSecrets } from '../../engines/secrets/open-secrets.ts';
import { openSecret, sealSecret } from './channels/channel-secret.ts';
import { type MessagesNeeds, openMessages } from './messages/open-messages.ts';
import { alertsRoom } from './room.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const KEPT_MS = 90 * 86_400_000;
const { signal } = new AbortController();
const RUNNING = { hold: async () => {} };

async function open(t: TestContext) {
  const tables = await openAlertTables(t);
  const noted: unknown[] = [];
  const metrics: Metrics = {
    ...silentMetrics,
    counter: (name, _help, labels) => {
      noted.push([name, labels]);
      return { add: (value, given) => void noted.push([value, given]) };
    },
  };
  const secrets = openSecrets({ secret: 'y'.repeat(40), previous: 'x'.repeat(40) });
  const needs = {
    metadata: tables.metadata,
    clock: { now: () => NOW },
    log: silentLog,
    metrics,
    secrets,
    access: { publicOrigin: () => 'https://logs.example.com' },
    outbound: { send: () => Promise.reject(new Error('no webhooks')) },
  } as unknown as MessagesNeeds;
  return { ...tables, needs, noted };
}

test('messages are followed, forgotten after ninety days, and their secrets renewed', async (t) => {
  const { metadata, needs, noted, putDelivery, putChannel } = await open(t);
  const { jobs, work } = openMessages(needs);
  const ended = { state: 'sent', is_closed: 1 } as const;
  await putDelivery({ id: 'dlv_old', ...ended, ended_at: NOW - KEPT_MS - 1 });
  await putDelivery({ id: 'dlv_kept', ...ended, ended_at: NOW - KEPT_MS });
  const before = openSecrets({ secret: 'x'.repeat(40), previous: undefined });
  const place = { id: 'chn_1', organization_id: OURS };
  const opened = { url: 'https://hooks.example.com', key: 'whsec_YQ==' };
  const secret = sealSecret(before, place, opened);
  await putChannel({ id: 'chn_1', secret });

  assert.deepEqual(
    jobs.map(({ name, everyMs }) => [name, everyMs]),
    [
      ['alert-mails', 30_000],
      ['alert-delivery-tidying', 3_600_000],
      ['alert-secret-renewal', 3_600_000],
    ],
  );
  assert.deepEqual(noted, [['xplain_alert_deliveries_total', ['kind', 'outcome']]]);
  assert.equal(work.table, 'alert_deliveries');
  for (const job of jobs) await job.run(signal, RUNNING);

  const left = await metadata.db.selectFrom('alert_deliveries').select('id').execute();
  assert.deepEqual(
    left.map(({ id }) => id),
    ['dlv_kept'],
  );
  const channel = await metadata.db
    .selectFrom('alert_channels')
    .selectAll()
    .executeTakeFirstOrThrow();
  assert.notEqual(channel.secret, secret);
  const now = openSecrets({ secret: 'y'.repeat(40), previous: undefined });
  assert.deepEqual(openSecret(now, channel), opened);
});

test('what a message came to is counted by kind of channel', async (t) => {
  const { metadata, needs, noted, putDelivery, putIncident, putItem } = await open(t);
  const { work } = openMessages(needs);
  await metadata.db
    .insertInto('users')
    .values({
      id: 'usr_ada',
      name: 'Ada',
      email: 'ada@example.com',
      email_verified: 1,
      image: null,
      created_at: 0,
      updated_at: 0,
    })
    .execute();
  await metadata.db
    .insertInto('members')
    .values({
      id: 'mem_ada',
      organization_id: OURS,
      user_id: 'usr_ada',
      role: 'owner',
      created_at: 0,
    })
    .execute();
  await putIncident({ id: 'inc_1' });
  await putDelivery({ id: 'dlv_1', channel_id: 'chn_owners' });
  await putItem({ delivery_id: 'dlv_1', incident_id: 'inc_1' });
  const row = await metadata.db
    .selectFrom('alert_deliveries')
    .selectAll()
    .executeTakeFirstOrThrow();

  await work.work(row, { attempts: 1, signal, settle: async () => {} });

  assert.deepEqual(noted.at(-1), [1, { kind: 'email', outcome: 'sent' }]);
});

test('a node runs eight jobs, the ticks of rules and the sending of messages', async (t) => {
  const { needs, metadata, putBatch } = await open(t);
  await using opened = new AsyncDisposableStack();
  const room = alertsRoom.open({
    ...needs,
    opened,
    metadata,
    search: { store: { query: () => Promise.reject(new Error('nobody is asked')) } },
    store: { frontier: async () => NOW },
    appendReserved: async () => {},
  } as unknown as Parameters<typeof alertsRoom.open>[0]);
  const started: string[] = [];

  room.startDue({ start: ({ name }: { name: string }) => void started.push(name) } as never);
  assert.deepEqual(started, ['alert-batches', 'alert-messages']);
  assert.deepEqual(
    room.jobs.map(({ name }) => name),
    [
      'alert-mails',
      'alert-delivery-tidying',
      'alert-secret-renewal',
      'alert-reminders',
      'alert-events',
      'alert-failing-channels',
      'alert-tidying',
      'alert-census',
    ],
  );
  assert.equal((await room.checks.alerts()).state, 'up');
  await putBatch({ id: 'bat_1', due_at: NOW - 600_000, ticked_at: NOW - 660_000 });
  assert.equal((await room.checks.alerts()).state, 'degraded');
});

test('rules are counted for the plan', async (t) => {
  const { metadata, putRule } = await openAlertTables(t);
  await putRule({ id: 'alr_1' });
  await putRule({ id: 'alr_2' });
  await putRule({ id: 'alr_3', organization_id: THEIRS });

  assert.equal(await alertsRoom.counts.alertRules(metadata, OURS), 2);
  assert.equal(alertsRoom.contract.length, 9);
});
