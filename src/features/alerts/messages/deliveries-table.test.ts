import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AlertTables,
  openAlertTables,
  OURS,
  THEIRS,
} from '../../../../test/support/alerts/alert-tables.ts';
import type { AlertDeliveryRow } from '../../../engines/metadata/tables/alerts.ts';
import {
  countDead,
  countOpenEvents,
  countWaiting,
  findDelivery,
  findDeliveryOfMail,
  findOpenMessage,
  freezeContent,
  giveUpWaiting,
  hasNotice,
  insertDelivery,
  lastMessageAt,
  lastSentAt,
  lastTestAt,
  type Line,
  readDeliveries,
  readSentIds,
  removeEndedDeliveries,
  updateDelivery,
} from '../tables/alert-deliveries-table.ts';

const LINE: Line = { organization: OURS, channel: 'chn_1', rule: 'alr_1', kind: 'alert' };

/** What belongs to others: of another organization, channel, rule or kind. */
const ELSEWHERE: readonly Partial<AlertDeliveryRow>[] = [
  { organization_id: THEIRS },
  { channel_id: 'chn_2' },
  { rule_id: 'alr_2' },
  { kind: 'reminder' },
];

async function putElsewhere(
  { putDelivery }: AlertTables,
  facts: Partial<AlertDeliveryRow>,
): Promise<void> {
  for (const [at, elsewhere] of ELSEWHERE.entries()) {
    await putDelivery({ id: `dlv_elsewhere_${at}`, ...facts, ...elsewhere });
  }
}

test('a message is fresh but for what it is given', async (t) => {
  const { metadata } = await openAlertTables(t);
  const draft = {
    id: 'dlv_1',
    organization_id: OURS,
    channel_id: 'chn_1',
    rule_id: null,
    incident_id: null,
    kind: 'test',
    created_at: 7,
  } as const;

  await metadata.transaction((unit) => insertDelivery(unit, { ...draft, due_at: 9 }));

  assert.deepEqual(
    { ...(await findDelivery(metadata, OURS, 'dlv_1')) },
    {
      ...draft,
      state: 'waiting',
      withheld_by: null,
      notice_key: null,
      content: null,
      is_closed: 0,
      ended_at: null,
      last_status: null,
      last_error: null,
      due_at: 9,
      lease_until: null,
      claimed_by: null,
      fence: 0,
      attempts: 0,
    },
  );
  assert.equal(await findDelivery(metadata, THEIRS, 'dlv_1'), undefined);
  assert.equal((await findDeliveryOfMail(metadata, 'dlv_1'))?.id, 'dlv_1');
  assert.equal(await findDeliveryOfMail(metadata, 'dlv_2'), undefined);
});

test('the open message of a line waits, is not closed, and is about no single incident', async (t) => {
  const tables = await openAlertTables(t);
  const { metadata, putDelivery } = tables;
  await putElsewhere(tables, {});
  await putDelivery({ id: 'dlv_sent', state: 'sent' });
  await putDelivery({ id: 'dlv_closed', is_closed: 1 });
  await putDelivery({ id: 'dlv_single', incident_id: 'inc_1' });
  const before = await findOpenMessage(metadata, LINE);
  await putDelivery({ id: 'dlv_open' });

  assert.equal(before, undefined);
  assert.equal(await findOpenMessage(metadata, LINE), 'dlv_open');
});

test('open events are those of single incidents', async (t) => {
  const tables = await openAlertTables(t);
  const { metadata, putDelivery } = tables;
  await putElsewhere(tables, { incident_id: 'inc_1' });
  await putDelivery({ id: 'dlv_sent', state: 'sent', incident_id: 'inc_1' });
  await putDelivery({ id: 'dlv_closed', is_closed: 1, incident_id: 'inc_1' });
  await putDelivery({ id: 'dlv_for_many' });
  const before = await countOpenEvents(metadata, LINE);
  await putDelivery({ id: 'dlv_1', incident_id: 'inc_1' });
  await putDelivery({ id: 'dlv_2', incident_id: 'inc_2' });

  assert.deepEqual([before, await countOpenEvents(metadata, LINE)], [0, 2]);
});

test('the last message of a line is the one that ended last, or was made last', async (t) => {
  const tables = await openAlertTables(t);
  const { metadata, putDelivery } = tables;
  await putElsewhere(tables, { is_closed: 1, created_at: 99 });
  await putDelivery({ id: 'dlv_withheld', is_closed: 1, state: 'withheld', created_at: 99 });
  await putDelivery({ id: 'dlv_open', created_at: 99 });
  const before = await lastMessageAt(metadata, LINE);
  await putDelivery({ id: 'dlv_tried', is_closed: 1, created_at: 20 });
  const tried = await lastMessageAt(metadata, LINE);
  await putDelivery({ id: 'dlv_sent', is_closed: 1, state: 'sent', created_at: 5, ended_at: 30 });

  assert.deepEqual([before, tried, await lastMessageAt(metadata, LINE)], [undefined, 20, 30]);
});

test('a notice is known by its key, since a time', async (t) => {
  const { metadata, putDelivery } = await openAlertTables(t);
  await putDelivery({ id: 'dlv_1', notice_key: 'key', created_at: 10 });

  assert.equal(await hasNotice(metadata, OURS, 'key', 9), true);
  assert.equal(await hasNotice(metadata, OURS, 'key', 10), false);
  assert.equal(await hasNotice(metadata, OURS, 'other', 9), false);
  assert.equal(await hasNotice(metadata, THEIRS, 'key', 9), false);
});

test('what a channel was sent is read newest first, since a time, and so many', async (t) => {
  const { metadata, putDelivery } = await openAlertTables(t);
  const sent = { state: 'sent' } as const;
  for (const at of [1, 2, 3, 4]) await putDelivery({ ...sent, id: `dlv_${at}`, created_at: at });
  await putDelivery({ ...sent, id: 'dlv_theirs', created_at: 9, organization_id: THEIRS });
  await putDelivery({ ...sent, id: 'dlv_other', created_at: 9, channel_id: 'chn_2' });
  await putDelivery({ id: 'dlv_waiting', created_at: 9 });
  const idsOf = (since: number, rowsMax: number) =>
    readSentIds(metadata, OURS, 'chn_1', { since, rowsMax });

  assert.deepEqual(await idsOf(2, 9), ['dlv_4', 'dlv_3', 'dlv_2']);
  assert.deepEqual(await idsOf(0, 2), ['dlv_4', 'dlv_3']);
});

test('messages are listed newest first, by state, channel and rule', async (t) => {
  const { metadata, putDelivery } = await openAlertTables(t);
  await putDelivery({ id: 'dlv_1', created_at: 1 });
  await putDelivery({ id: 'dlv_2', created_at: 2, state: 'sent' });
  await putDelivery({ id: 'dlv_3', created_at: 3, channel_id: 'chn_2' });
  await putDelivery({ id: 'dlv_4', created_at: 4, rule_id: 'alr_2' });
  await putDelivery({ id: 'dlv_5', created_at: 5, organization_id: THEIRS });
  const idsOf = async (filter: Parameters<typeof readDeliveries>[2]) =>
    (await readDeliveries(metadata, OURS, filter, { limit: 9, after: undefined })).map(
      ({ id }) => id,
    );

  assert.deepEqual(await idsOf({}), ['dlv_4', 'dlv_3', 'dlv_2', 'dlv_1']);
  assert.deepEqual(await idsOf({ state: 'sent' }), ['dlv_2']);
  assert.deepEqual(await idsOf({ channelId: 'chn_2' }), ['dlv_3']);
  assert.deepEqual(await idsOf({ ruleId: 'alr_2' }), ['dlv_4']);
});

test('one message is changed, and of one organization', async (t) => {
  const { metadata, putDelivery } = await openAlertTables(t);
  await putDelivery({ id: 'dlv_1' });
  await putDelivery({ id: 'dlv_2' });
  const sent = { state: 'sent' } as const;

  const [changed, theirs] = await metadata.transaction(async (unit) => [
    await updateDelivery(unit, OURS, 'dlv_1', sent),
    await updateDelivery(unit, THEIRS, 'dlv_2', sent),
  ]);

  assert.deepEqual([changed?.id, changed?.state, theirs], ['dlv_1', 'sent', undefined]);
  assert.equal((await findDelivery(metadata, OURS, 'dlv_2'))?.state, 'waiting');
});

test('the words of the first try are kept', async (t) => {
  const { metadata, putDelivery } = await openAlertTables(t);
  await putDelivery({ id: 'dlv_1' });
  await putDelivery({ id: 'dlv_2' });
  const freeze = (organization: typeof OURS, words: string) =>
    metadata.transaction((unit) => freezeContent(unit, organization, 'dlv_1', words));

  const answers = [await freeze(THEIRS, 'a'), await freeze(OURS, 'b'), await freeze(OURS, 'c')];

  assert.deepEqual(answers, ['a', 'b', 'b']);
  assert.equal((await findDelivery(metadata, OURS, 'dlv_1'))?.content, 'b');
  assert.equal((await findDelivery(metadata, OURS, 'dlv_2'))?.content, null);
});

test('what waits for a channel is counted, and given up with it', async (t) => {
  const { metadata, putDelivery } = await openAlertTables(t);
  await putDelivery({ id: 'dlv_1', due_at: 5, content: 'words' });
  await putDelivery({ id: 'dlv_2', due_at: 5 });
  await putDelivery({ id: 'dlv_sent', state: 'sent' });
  await putDelivery({ id: 'dlv_other', channel_id: 'chn_2' });
  await putDelivery({ id: 'dlv_theirs', organization_id: THEIRS });
  const waiting = await countWaiting(metadata, OURS, 'chn_1');

  await metadata.transaction((unit) =>
    giveUpWaiting(unit, OURS, 'chn_1', { reason: 'gone', now: 9 }),
  );

  const rows = await metadata.db.selectFrom('alert_deliveries').selectAll().orderBy('id').execute();
  assert.equal(waiting, 2);
  assert.deepEqual(
    rows.map(({ id, state }) => `${id} ${state}`),
    ['dlv_1 dead', 'dlv_2 dead', 'dlv_other waiting', 'dlv_sent sent', 'dlv_theirs waiting'],
  );
  const { last_error: error, ended_at: endedAt, due_at: dueAt, content } = rows[0] ?? {};
  assert.deepEqual([error, endedAt, dueAt, content], ['gone', 9, null, null]);
});

test('the dead are counted by channel', async (t) => {
  const { metadata, putDelivery } = await openAlertTables(t);
  const dead = { state: 'dead' } as const;
  await putDelivery({ ...dead, id: 'dlv_1' });
  await putDelivery({ ...dead, id: 'dlv_2' });
  await putDelivery({ ...dead, id: 'dlv_3', channel_id: 'chn_2' });
  await putDelivery({ ...dead, id: 'dlv_4', organization_id: THEIRS });
  await putDelivery({ id: 'dlv_5' });

  assert.deepEqual(Object.fromEntries(await countDead(metadata, OURS)), { chn_1: 2, chn_2: 1 });
});

test('when a channel was last sent a message, and last tested', async (t) => {
  const { metadata, putDelivery } = await openAlertTables(t);
  const nothing = [
    await lastSentAt(metadata, OURS, 'chn_1'),
    await lastTestAt(metadata, OURS, 'chn_1'),
  ];
  const sent = { state: 'sent', kind: 'test' } as const;
  await putDelivery({ ...sent, id: 'dlv_1', created_at: 1, ended_at: 11 });
  await putDelivery({ ...sent, id: 'dlv_2', created_at: 2, ended_at: 12 });
  await putDelivery({ ...sent, id: 'dlv_3', created_at: 9, ended_at: 19, channel_id: 'chn_2' });
  await putDelivery({ ...sent, id: 'dlv_4', created_at: 9, ended_at: 19, organization_id: THEIRS });
  await putDelivery({ id: 'dlv_5', created_at: 9, ended_at: 19, state: 'dead' });

  assert.deepEqual(nothing, [null, undefined]);
  assert.equal(await lastSentAt(metadata, OURS, 'chn_1'), 12);
  assert.equal(await lastTestAt(metadata, OURS, 'chn_1'), 2);
});

test('what ended long ago is removed, of all organizations', async (t) => {
  const { metadata, putDelivery } = await openAlertTables(t);
  await putDelivery({ id: 'dlv_old', state: 'sent', ended_at: 9 });
  await putDelivery({ id: 'dlv_theirs', state: 'dead', ended_at: 9, organization_id: THEIRS });
  await putDelivery({ id: 'dlv_new', state: 'sent', ended_at: 10 });
  await putDelivery({ id: 'dlv_waiting', ended_at: 9 });

  await removeEndedDeliveries(metadata, 10);

  const rows = await metadata.db
    .selectFrom('alert_deliveries')
    .select('id')
    .orderBy('id')
    .execute();
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['dlv_new', 'dlv_waiting'],
  );
});
