/** What channels are to be told, as it is written down. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  type AlertTables,
  openAlertTables,
  OURS,
} from '../../../../test/support/alerts/alert-tables.ts';
import { exampleRule } from '../../../../test/support/alerts/example-rule.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import { findIncident } from '../tables/alert-incidents-table.ts';
import { nextReminder } from '../incidents/next-reminder.ts';
import type { Rule } from '../rule.ts';
import { queueMessages, type Told } from './queue-messages.ts';
import { queueNotice } from './queue-notice.ts';

const NOW = 1_000_000;

interface Telling extends AlertTables {
  readonly tell: (
    told: readonly (readonly [string, Told['transition']['kind']])[],
    at?: number,
  ) => Promise<void>;
  /** Each message as `channel kind state due withheldBy: items`. */
  readonly messages: () => Promise<string[]>;
}

async function open(
  t: TestContext,
  settings: Partial<AlertRuleSettings> = {},
  facts: Partial<Rule> = {},
): Promise<Telling> {
  const tables = await openAlertTables(t);
  const { metadata, putRule, putChannel } = tables;
  const given = { channels: ['chn_1'], groupWait: 10, throttle: 60, ...settings };
  const rule = exampleRule(given, { id: 'alr_1', organization: OURS, ...facts });
  await putRule({ id: 'alr_1' });
  await putChannel({ id: 'chn_1' });
  return {
    ...tables,
    async tell(told, at = NOW) {
      const all: Told[] = [];
      for (const [id, kind] of told) {
        const incident = (await findIncident(metadata, OURS, id)) ?? assert.fail(id);
        all.push({ incident, transition: { kind } });
      }
      await metadata.transaction((unit) => queueMessages(unit, rule, all, at));
    },
    async messages() {
      const { db } = metadata;
      const rows = await db
        .selectFrom('alert_deliveries')
        .selectAll()
        .orderBy('created_at')
        .orderBy('channel_id')
        .orderBy('incident_id')
        .execute();
      const items = await db
        .selectFrom('alert_delivery_items')
        .selectAll()
        .orderBy('incident_id')
        .execute();
      return rows.map((row) => {
        const told = items
          .filter((item) => item.delivery_id === row.id)
          .map((item) => `${item.incident_id} ${item.transition} ${item.at - NOW}`);
        const due = row.due_at === null ? null : row.due_at - NOW;
        const words = [row.channel_id, row.kind, row.state, due, row.withheld_by, row.incident_id];
        return `${words.join(' ')}: ${told.join(', ')}`;
      });
    },
  };
}

test('what fires waits for others, and joins the message that waits', async (t) => {
  const { tell, messages, putIncident } = await open(t);
  for (const id of ['inc_1', 'inc_2']) await putIncident({ id });

  await tell([['inc_1', 'fired']]);
  await tell([['inc_2', 'fired']], NOW + 5_000);

  assert.deepEqual(await messages(), [
    'chn_1 alert waiting 10000  : inc_1 fired 0, inc_2 fired 5000',
  ]);
});

test('a message waits until the throttle since the last one is over', async (t) => {
  const { tell, messages, putIncident, putDelivery } = await open(t);
  await putIncident({ id: 'inc_1' });
  const sent = { rule_id: 'alr_1', state: 'sent', is_closed: 1 } as const;
  await putDelivery({ ...sent, id: 'dlv_0', ended_at: NOW - 20_000 });

  await tell([['inc_1', 'fired']]);

  assert.equal((await messages())[1], 'chn_1 alert waiting 40000  : inc_1 fired 0');
});

test('a message that ended in the future is taken for one that ended now', async (t) => {
  const { tell, messages, putIncident, putDelivery } = await open(t);
  await putIncident({ id: 'inc_1' });
  const sent = { rule_id: 'alr_1', state: 'sent', is_closed: 1 } as const;
  await putDelivery({ ...sent, id: 'dlv_0', ended_at: NOW + 900_000 });

  await tell([['inc_1', 'fired']]);

  assert.equal((await messages())[1], 'chn_1 alert waiting 60000  : inc_1 fired 0');
});

test('reminders are messages of their own, and of nothing that somebody looks after', async (t) => {
  const { tell, messages, putIncident } = await open(t);
  await putIncident({ id: 'inc_1' });
  await putIncident({ id: 'inc_2', acknowledged_at: 5 });
  await putIncident({ id: 'inc_3', acknowledged_at: 5 });

  await tell([
    ['inc_1', 'still_firing'],
    ['inc_2', 'still_firing'],
    ['inc_3', 'fired'],
  ]);

  assert.deepEqual((await messages()).toSorted(), [
    'chn_1 alert waiting 10000  : inc_3 fired 0',
    'chn_1 reminder waiting 10000  : inc_1 still_firing 0',
  ]);
});

test('nothing is written where there is nothing to tell, or nobody', async (t) => {
  const { tell, messages, putIncident } = await open(t, { channels: [] });
  await putIncident({ id: 'inc_1' });

  await tell([]);
  await tell([['inc_1', 'began_flapping']]);
  await tell([['inc_1', 'fired']]);

  assert.deepEqual(await messages(), []);
});

test('the Owners are told without a row, and a channel that is gone is passed over', async (t) => {
  const { tell, messages, putIncident } = await open(t, { channels: ['chn_owners', 'chn_gone'] });
  await putIncident({ id: 'inc_1' });

  await tell([['inc_1', 'fired']]);

  assert.deepEqual(await messages(), ['chn_owners alert waiting 10000  : inc_1 fired 0']);
});

test('what a disabled channel would have been told is written down as withheld', async (t) => {
  const { tell, messages, putIncident, putChannel } = await open(t, { channels: ['chn_2'] });
  await putChannel({ id: 'chn_2', disabled_at: 1 });
  await putIncident({ id: 'inc_1' });

  await tell([['inc_1', 'fired']]);
  await tell([['inc_1', 'still_firing']], NOW + 1);

  assert.deepEqual(await messages(), [
    'chn_2 alert withheld  channel_disabled : inc_1 fired 0',
    'chn_2 reminder withheld  channel_disabled : inc_1 still_firing 1',
  ]);
});

const WITHHELD: readonly (readonly [string, Partial<AlertIncidentRow>, Partial<Rule>, string])[] = [
  ['the rule is snoozed', {}, { snoozedUntil: NOW + 1 }, 'snoozed'],
  ['the incident is snoozed', { snoozed_until: NOW + 1 }, {}, 'snoozed'],
  ['it flaps', { is_flapping: 1 }, {}, 'flapping'],
];

for (const [name, incident, rule, reason] of WITHHELD) {
  test(`nobody is told while ${name}, and it is looked at again a minute later`, async (t) => {
    const { tell, messages, metadata, putIncident } = await open(t, {}, rule);
    await putIncident({ id: 'inc_1', ...incident });

    await tell([['inc_1', 'fired']]);

    assert.deepEqual(await messages(), [`chn_1 alert withheld  ${reason} : inc_1 fired 0`]);
    assert.equal((await findIncident(metadata, OURS, 'inc_1'))?.remind_at, NOW + 60_000);
  });
}

test('a snooze is over at its end', async (t) => {
  const { tell, messages, putIncident } = await open(t, {}, { snoozedUntil: NOW });
  await putIncident({ id: 'inc_1', snoozed_until: NOW });

  await tell([['inc_1', 'fired']]);

  assert.deepEqual(await messages(), ['chn_1 alert waiting 10000  : inc_1 fired 0']);
});

test('a rule is muted by others that fire, and a silence is named', async (t) => {
  const { tell, messages, putIncident, putSilence } = await open(t, {
    mutedBy: ['alr_1', 'alr_2'],
  });
  await putIncident({ id: 'inc_1' });
  await tell([['inc_1', 'fired']]);
  await putIncident({ id: 'inc_2', rule_id: 'alr_2' });
  await tell([['inc_1', 'still_firing']], NOW + 1);
  const times = { kind: 'range', from: '1970-01-01T00:00:00Z', to: '1971-01-01T00:00:00Z' };
  const match = { rules: [], tags: [], severities: [], group: {} };
  await putSilence({ id: 'als_1', settings: JSON.stringify({ match, times }) });
  await tell([['inc_1', 'still_firing']], NOW + 2);

  assert.deepEqual(await messages(), [
    'chn_1 alert waiting 10000  : inc_1 fired 0',
    'chn_1 reminder withheld  alr_2 : inc_1 still_firing 1',
    'chn_1 reminder withheld  als_1 : inc_1 still_firing 2',
  ]);
});

test('ends are told to whoever was told of the beginning, unless the rule keeps them back', async (t) => {
  const told = [['inc_1', 'resolved']] as const;
  for (const onResolve of [true, false]) {
    const { tell, messages, putIncident, putDelivery, putItem, putChannel } = await open(t, {
      onResolve,
      channels: [],
    });
    await putChannel({ id: 'chn_2' });
    await putIncident({ id: 'inc_1', status: 'resolved' });
    await putIncident({ id: 'inc_2', status: 'resolved' });
    await putDelivery({ id: 'dlv_1', rule_id: 'alr_1', state: 'sent', is_closed: 1, ended_at: 0 });
    await putItem({ delivery_id: 'dlv_1', incident_id: 'inc_1', at: NOW });

    await tell([...told, ['inc_2', 'resolved']]);

    const end = 'chn_1 alert waiting 10000  : inc_1 resolved 0';
    assert.deepEqual((await messages()).slice(1), onResolve ? [end] : []);
  }
});

/** A receiver that groups incidents itself. */
async function openPager(t: TestContext, settings: Partial<AlertRuleSettings> = {}) {
  const telling = await open(t, { channels: ['chn_2'], ...settings });
  await telling.putChannel({ id: 'chn_2', kind: 'pagerduty' });
  return telling;
}

test('a receiver that groups itself has one event of each incident, until it is a storm', async (t) => {
  const { tell, messages, putIncident } = await openPager(t);
  const ids = Array.from({ length: 51 }, (_, at) => `inc_${String(at).padStart(2, '0')}`);
  for (const id of ids) await putIncident({ id });

  await tell(ids.slice(0, 2).map((id) => [id, 'fired'] as const));
  const two = await messages();
  await tell(ids.slice(2, 50).map((id) => [id, 'fired'] as const));
  const fifty = (await messages()).length;
  await tell([['inc_50', 'fired']], NOW + 1);

  assert.deepEqual(two, [
    'chn_2 alert waiting 10000  inc_00: inc_00 fired 0',
    'chn_2 alert waiting 10000  inc_01: inc_01 fired 0',
  ]);
  assert.equal(fifty, 50);
  assert.equal((await messages()).at(-1), 'chn_2 alert waiting 10001  : inc_50 fired 1');
});

test('a storm does not wait for the throttle', async (t) => {
  const { tell, messages, putIncident, putDelivery } = await openPager(t);
  const ids = Array.from({ length: 51 }, (_, at) => `inc_${at}`);
  for (const id of ids) await putIncident({ id });
  const sent = { channel_id: 'chn_2', rule_id: 'alr_1', state: 'sent', is_closed: 1 } as const;
  await putDelivery({ ...sent, id: 'dlv_0', created_at: 0, ended_at: NOW });

  await tell(ids.map((id) => [id, 'fired'] as const));

  const [, storm = ''] = await messages();
  assert.match(storm, /^chn_2 alert waiting 10000 {2}: inc_0 fired 0, /);
});

test('ends and acknowledgements of single events are told at once', async (t) => {
  const { tell, messages, putIncident, putDelivery, putItem } = await openPager(t);
  const sent = { channel_id: 'chn_2', rule_id: 'alr_1', state: 'sent', is_closed: 1 } as const;
  for (const id of ['inc_1', 'inc_2', 'inc_3']) {
    await putIncident({ id, ...(id === 'inc_1' ? { status: 'resolved' } : {}) });
    await putDelivery({ ...sent, id: `dlv_${id}`, incident_id: id === 'inc_3' ? null : id });
    await putItem({ delivery_id: `dlv_${id}`, incident_id: id });
  }

  await tell([
    ['inc_1', 'resolved'],
    ['inc_2', 'acknowledged'],
    ['inc_3', 'acknowledged'],
  ]);

  assert.deepEqual((await messages()).slice(3), [
    'chn_2 alert waiting 0  inc_1: inc_1 resolved 0',
    'chn_2 alert waiting 0  inc_2: inc_2 acknowledged 0',
  ]);
});

test('a storm is over with the last of its incidents', async (t) => {
  const { tell, messages, metadata, putIncident, putDelivery, putItem } = await openPager(t);
  const sent = { channel_id: 'chn_2', rule_id: 'alr_1', state: 'sent', is_closed: 1 } as const;
  await putDelivery({ ...sent, id: 'dlv_0', ended_at: NOW });
  for (const id of ['inc_1', 'inc_2']) {
    await putIncident({ id });
    await putItem({ delivery_id: 'dlv_0', incident_id: id });
  }
  const end = async (id: string) => {
    const set = { status: 'resolved' } as const;
    await metadata.db.updateTable('alert_incidents').set(set).where('id', '=', id).execute();
    await tell([[id, 'resolved']], NOW + 5);
    return (await messages()).slice(1);
  };

  assert.deepEqual(await end('inc_1'), []);
  assert.deepEqual(await end('inc_2'), ['chn_2 alert waiting 5  : inc_2 resolved 5']);
});

test('an end without a storm is told once', async (t) => {
  const { tell, messages, putIncident, putDelivery, putItem } = await openPager(t);
  await putIncident({ id: 'inc_1', status: 'resolved' });
  await putDelivery({ ...SENT, id: 'dlv_0', channel_id: 'chn_2', incident_id: 'inc_1' });
  await putItem({ delivery_id: 'dlv_0', incident_id: 'inc_1' });

  await tell([['inc_1', 'resolved']]);

  assert.deepEqual((await messages()).slice(1), ['chn_2 alert waiting 0  inc_1: inc_1 resolved 0']);
});

test('of ends a disabled channel has one record, of acknowledgements none', async (t) => {
  const { tell, messages, metadata, putIncident, putDelivery, putItem } = await openPager(t);
  await metadata.db.updateTable('alert_channels').set('disabled_at', 1).execute();
  for (const [id, channel] of [
    ['inc_1', 'chn_2'],
    ['inc_2', 'chn_1'],
  ] as const) {
    await putIncident({ id, ...(id === 'inc_1' ? { status: 'resolved' } : {}) });
    await putDelivery({ ...SENT, id: `dlv_${id}`, channel_id: channel, incident_id: id });
    await putItem({ delivery_id: `dlv_${id}`, incident_id: id });
  }

  await tell(
    [
      ['inc_1', 'resolved'],
      ['inc_2', 'acknowledged'],
    ],
    NOW + 1,
  );

  assert.deepEqual((await messages()).slice(2), [
    'chn_2 alert withheld  channel_disabled : inc_1 resolved 1',
  ]);
});

test('a storm goes out at once where the rule waits for nobody', async (t) => {
  const { tell, messages, putIncident, putDelivery } = await openPager(t, { groupWait: 0 });
  const ids = Array.from({ length: 51 }, (_, at) => `inc_${at}`);
  for (const id of ids) await putIncident({ id });
  await putDelivery({ ...SENT, id: 'dlv_0', channel_id: 'chn_2', ended_at: NOW });

  await tell(ids.map((id) => [id, 'fired'] as const));

  assert.match((await messages())[1] ?? '', /^chn_2 alert waiting 0 {2}: inc_0 fired 0, /);
});

const SENT = { rule_id: 'alr_1', state: 'sent', is_closed: 1 } as const;

test('a notice is told once a day', async (t) => {
  const { metadata } = await openAlertTables(t);
  const queue = (now: number, to: Parameters<typeof queueNotice>[3]['to']) =>
    metadata.transaction((unit) =>
      queueNotice({ clock: { now: () => now } }, unit, OURS, {
        title: 'T',
        body: 'B',
        to,
        key: 'k',
      }),
    );
  const later = NOW + 86_400_000;

  const told = [
    await queue(NOW, { ownersAnd: ['a@b.c'] }),
    await queue(later - 1, 'owners'),
    await queue(later, 'owners'),
  ];

  const rows = await metadata.db.selectFrom('alert_deliveries').selectAll().execute();
  const [first, second] = rows.toSorted((a, b) => a.created_at - b.created_at);
  assert.deepEqual([told, rows.length], [[true, false, true], 2]);
  assert.equal(first?.content, '{"title":"T","body":"B","also":["a@b.c"]}');
  assert.equal(second?.content, '{"title":"T","body":"B","also":[]}');
  assert.deepEqual(
    [first?.channel_id, first?.kind, first?.is_closed, first?.due_at, first?.notice_key],
    ['chn_owners', 'notice', 1, NOW, 'k'],
  );
});

test('channels are reminded as often as the rule says, and of nothing that somebody looks after', () => {
  const unheeded = { acknowledged_at: null };

  assert.equal(nextReminder(unheeded, exampleRule({ renotify: 600 }), NOW), NOW + 600_000);
  assert.equal(nextReminder(unheeded, exampleRule({ renotify: null }), NOW), null);
  assert.equal(nextReminder({ acknowledged_at: 5 }, exampleRule({ renotify: 600 }), NOW), null);
  assert.equal(nextReminder(unheeded, undefined, NOW), null);
});
