import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AlertTables,
  openAlertTables,
  OURS,
  THEIRS,
} from '../../../../test/support/alerts/alert-tables.ts';
import {
  countStormFiring,
  findEarlier,
  findFiringRule,
  insertItems,
  readDeliveriesOf,
  readIncidentIds,
  readItems,
  readRuleNames,
  readNotifiedChannels,
} from '../tables/alert-delivery-items-table.ts';
import { findDelivery } from '../tables/alert-deliveries-table.ts';

/** Three incidents, and messages of ours and theirs that may tell of them. */
async function open(t: Parameters<typeof openAlertTables>[0]): Promise<AlertTables> {
  const tables = await openAlertTables(t);
  for (const id of ['inc_1', 'inc_2', 'inc_3']) await tables.putIncident({ id });
  await tables.putIncident({ id: 'inc_theirs', organization_id: THEIRS });
  return tables;
}

test('items are told once each, in the order in which they happened', async (t) => {
  const { metadata, putDelivery, putItem, putIncident } = await open(t);
  await putIncident({ id: 'inc_0', fired_at: 5 });
  await putDelivery({ id: 'dlv_1' });
  await putDelivery({ id: 'dlv_2' });
  const item = { delivery_id: 'dlv_1', organization_id: OURS, at: 1 } as const;
  const fired = { ...item, transition: 'fired' } as const;
  await metadata.transaction(async (unit) => {
    await insertItems(unit, []);
    await insertItems(unit, [{ ...item, incident_id: 'inc_1', transition: 'resolved', at: 2 }]);
    await insertItems(unit, [
      { ...fired, incident_id: 'inc_0' },
      { ...fired, incident_id: 'inc_2' },
      { ...fired, incident_id: 'inc_1' },
    ]);
    await insertItems(unit, [{ ...fired, incident_id: 'inc_1', at: 9 }]);
  });
  await putItem({ delivery_id: 'dlv_2', incident_id: 'inc_3' });
  await putItem({ delivery_id: 'dlv_1', incident_id: 'inc_3', organization_id: THEIRS });
  await putItem({ delivery_id: 'dlv_1', incident_id: 'inc_theirs' });

  const items = await readItems(metadata, OURS, 'dlv_1');

  assert.deepEqual(
    items.map(({ id, transition, fired_at: at }) => `${id} ${transition} ${at}`),
    ['inc_1 fired 0', 'inc_2 fired 0', 'inc_0 fired 5', 'inc_1 resolved 0'],
  );
  assert.deepEqual(await readItems(metadata, THEIRS, 'dlv_1'), []);
});

test('channels were told by what was not withheld, of what fires', async (t) => {
  const { metadata, putDelivery, putItem } = await open(t);
  await putDelivery({ id: 'dlv_many' });
  await putDelivery({ id: 'dlv_single', channel_id: 'chn_2', incident_id: 'inc_1' });
  await putDelivery({ id: 'dlv_withheld', channel_id: 'chn_3', state: 'withheld' });
  await putDelivery({ id: 'dlv_theirs', channel_id: 'chn_4', organization_id: THEIRS });
  await putDelivery({ id: 'dlv_end', channel_id: 'chn_5' });
  for (const delivery of ['dlv_many', 'dlv_withheld', 'dlv_theirs']) {
    await putItem({ delivery_id: delivery, incident_id: 'inc_1' });
  }
  await putItem({ delivery_id: 'dlv_single', incident_id: 'inc_1', transition: 'still_firing' });
  await putItem({ delivery_id: 'dlv_end', incident_id: 'inc_1', transition: 'resolved' });
  await putItem({ delivery_id: 'dlv_end', incident_id: 'inc_1', organization_id: THEIRS });
  await putItem({ delivery_id: 'dlv_many', incident_id: 'inc_2' });

  const told = await readNotifiedChannels(metadata, OURS, ['inc_1', 'inc_3']);

  assert.deepEqual(
    told.toSorted((a, b) => (a.channel < b.channel ? -1 : 1)),
    [
      { incident: 'inc_1', channel: 'chn_1', isStorm: true },
      { incident: 'inc_1', channel: 'chn_2', isStorm: false },
    ],
  );
  assert.deepEqual(await readNotifiedChannels(metadata, OURS, []), []);
});

test('incidents of a storm are those that still fire, of the rule and the channel', async (t) => {
  const { metadata, putDelivery, putItem, putIncident } = await open(t);
  await putIncident({ id: 'inc_over', status: 'resolved', resolved_at: 1 });
  const elsewhere = [
    { id: 'dlv_theirs', organization_id: THEIRS },
    { id: 'dlv_rule', rule_id: 'alr_2' },
    { id: 'dlv_channel', channel_id: 'chn_2' },
    { id: 'dlv_single', incident_id: 'inc_3' },
    { id: 'dlv_withheld', state: 'withheld' },
  ] as const;
  for (const delivery of elsewhere) {
    await putDelivery(delivery);
    await putItem({ delivery_id: delivery.id, incident_id: 'inc_3' });
  }
  await putDelivery({ id: 'dlv_1' });
  await putDelivery({ id: 'dlv_2', state: 'sent' });
  for (const incident of ['inc_1', 'inc_2', 'inc_over', 'inc_theirs']) {
    await putItem({ delivery_id: 'dlv_1', incident_id: incident });
  }
  await putItem({ delivery_id: 'dlv_2', incident_id: 'inc_1' });
  const line = { organization: OURS, rule: 'alr_1', channel: 'chn_1' };

  assert.equal(await countStormFiring(metadata, line, new Set()), 2);
  assert.equal(await countStormFiring(metadata, line, new Set(['inc_2', 'inc_3'])), 1);
});

test('an earlier message about the same incident goes out first', async (t) => {
  const { metadata, putDelivery, putItem } = await open(t);
  const elsewhere = [
    { id: 'dlv_theirs', organization_id: THEIRS },
    { id: 'dlv_channel', channel_id: 'chn_2' },
    { id: 'dlv_sent', state: 'sent' },
    { id: 'dlv_as_old', created_at: 9 },
  ] as const;
  await putDelivery({ id: 'dlv_own', created_at: 9, due_at: 5 });
  await putItem({ delivery_id: 'dlv_own', incident_id: 'inc_1' });
  await putItem({ delivery_id: 'dlv_own', incident_id: 'inc_3' });
  for (const delivery of elsewhere) {
    await putDelivery({ due_at: 1, ...delivery });
    await putItem({ delivery_id: delivery.id, incident_id: 'inc_1' });
  }
  await putDelivery({ id: 'dlv_about_another', due_at: 1 });
  await putItem({ delivery_id: 'dlv_about_another', incident_id: 'inc_2' });
  const own = (await findDelivery(metadata, OURS, 'dlv_own')) ?? assert.fail();
  const before = await findEarlier(metadata, own);
  const later = await findEarlier(metadata, { ...own, created_at: 0 });
  await putDelivery({ id: 'dlv_second', created_at: 8, due_at: 2 });
  await putDelivery({ id: 'dlv_first', created_at: 7, due_at: 3, lease_until: 4 });
  await putItem({ delivery_id: 'dlv_second', incident_id: 'inc_1' });
  await putItem({ delivery_id: 'dlv_first', incident_id: 'inc_3' });

  assert.deepEqual([before, later], [undefined, undefined]);
  assert.deepEqual({ ...(await findEarlier(metadata, own)) }, { due_at: 3, lease_until: 4 });
  assert.deepEqual(
    { ...(await findEarlier(metadata, { ...own, created_at: 100 })) },
    { due_at: 3, lease_until: 4 },
    'a message does not wait for itself',
  );
});

test('a message does not wait for itself, whatever its time', async (t) => {
  const { metadata, putDelivery, putItem } = await open(t);
  await putDelivery({ id: 'dlv_own', created_at: 5 });
  await putItem({ delivery_id: 'dlv_own', incident_id: 'inc_1' });
  const own = (await findDelivery(metadata, OURS, 'dlv_own')) ?? assert.fail();

  assert.equal(await findEarlier(metadata, { ...own, created_at: 9 }), undefined);
});

test('a rule fires as long as one of its incidents does', async (t) => {
  const { metadata, putIncident } = await openAlertTables(t);
  await putIncident({ id: 'inc_1', rule_id: 'alr_1' });
  await putIncident({ id: 'inc_2', rule_id: 'alr_2', status: 'resolved' });
  await putIncident({ id: 'inc_3', rule_id: 'alr_3', organization_id: THEIRS });
  const firing = (...rules: string[]) => findFiringRule(metadata, OURS, rules);

  assert.equal(await firing('alr_2', 'alr_1'), 'alr_1');
  assert.deepEqual(
    [await firing('alr_2'), await firing('alr_3'), await firing('alr_4'), await firing()],
    [undefined, undefined, undefined, undefined],
  );
});

test('the incidents of messages are named once each, and so are their rules', async (t) => {
  const { metadata, putDelivery, putItem, putIncident } = await open(t);
  await putIncident({ id: 'inc_z', rule_name: 'Zeros' });
  for (const id of ['dlv_1', 'dlv_2', 'dlv_3']) await putDelivery({ id });
  await putItem({ delivery_id: 'dlv_1', incident_id: 'inc_2' });
  await putItem({ delivery_id: 'dlv_1', incident_id: 'inc_1' });
  await putItem({ delivery_id: 'dlv_1', incident_id: 'inc_1', transition: 'resolved' });
  await putItem({ delivery_id: 'dlv_1', incident_id: 'inc_z', organization_id: THEIRS });
  await putItem({ delivery_id: 'dlv_2', incident_id: 'inc_3' });
  await putItem({ delivery_id: 'dlv_3', incident_id: 'inc_z' });
  await putItem({ delivery_id: 'dlv_2', incident_id: 'inc_theirs' });
  const asked = ['dlv_1', 'dlv_2'];

  assert.deepEqual(Object.fromEntries(await readIncidentIds(metadata, OURS, asked)), {
    dlv_1: ['inc_1', 'inc_2'],
    dlv_2: ['inc_3', 'inc_theirs'],
  });
  assert.deepEqual(Object.fromEntries(await readRuleNames(metadata, OURS, asked)), {
    dlv_1: 'Errors',
    dlv_2: 'Errors',
  });
  assert.equal((await readIncidentIds(metadata, OURS, [])).size, 0);
  assert.equal((await readRuleNames(metadata, OURS, [])).size, 0);
});

test('the name of a rule is that of our incidents', async (t) => {
  const { metadata, putDelivery, putItem, putIncident } = await open(t);
  await putIncident({ id: 'inc_z', rule_name: 'Zeros', organization_id: THEIRS });
  await putDelivery({ id: 'dlv_1' });
  await putItem({ delivery_id: 'dlv_1', incident_id: 'inc_1' });
  await putItem({ delivery_id: 'dlv_1', incident_id: 'inc_z' });

  assert.deepEqual([...(await readRuleNames(metadata, OURS, ['dlv_1']))], [['dlv_1', 'Errors']]);
});

test('of each incident the 20 newest messages are shown, with the names of their channels', async (t) => {
  const { metadata, putChannel, putDelivery, putItem } = await open(t);
  await putChannel({ id: 'chn_1', name: 'hook' });
  for (let at = 1; at <= 21; at += 1) {
    const id = `dlv_${String(at).padStart(2, '0')}`;
    await putDelivery({ id, ...(at === 21 ? { channel_id: 'chn_gone', last_error: 'no' } : {}) });
    await putItem({ delivery_id: id, incident_id: 'inc_1', at: at === 20 ? 21 : at });
  }
  await putItem({ delivery_id: 'dlv_01', incident_id: 'inc_2', at: 50 });
  await putItem({ delivery_id: 'dlv_02', incident_id: 'inc_3', at: 50 });
  await putDelivery({ id: 'dlv_theirs', organization_id: THEIRS });
  await putItem({ delivery_id: 'dlv_theirs', incident_id: 'inc_1', at: 99 });
  await putItem({ delivery_id: 'dlv_03', incident_id: 'inc_2', organization_id: THEIRS, at: 99 });

  const shown = await readDeliveriesOf(metadata, OURS, ['inc_1', 'inc_2']);

  assert.deepEqual(
    [shown[0], shown[1]].map((row) => ({ ...row })),
    [
      {
        id: 'dlv_01',
        channel_id: 'chn_1',
        state: 'waiting',
        withheld_by: null,
        last_error: null,
        incident_id: 'inc_2',
        transition: 'fired',
        at: 50,
        channel_name: 'hook',
      },
      {
        id: 'dlv_21',
        channel_id: 'chn_gone',
        state: 'waiting',
        withheld_by: null,
        last_error: 'no',
        incident_id: 'inc_1',
        transition: 'fired',
        at: 21,
        channel_name: null,
      },
    ],
  );
  assert.deepEqual([shown[2]?.id, shown.at(-1)?.id, shown.length], ['dlv_20', 'dlv_02', 21]);
  assert.deepEqual(await readDeliveriesOf(metadata, OURS, []), []);
});
