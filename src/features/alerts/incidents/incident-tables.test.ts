import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAlertTables, OURS, THEIRS } from '../../../../test/support/alerts/alert-tables.ts';
import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import {
  findIncident,
  insertIncidents,
  insertTimeline,
  readIncidents,
  readOpenIncidents,
  readReminders,
  readTimeline,
  remindAfterSnooze,
  removeEnded,
  updateOpenIncidents,
} from '../tables/alert-incidents-table.ts';

const RULE = { id: 'alr_1', organization: OURS };
const idsOf = (rows: readonly Pick<AlertIncidentRow, 'id'>[]): string[] => rows.map(({ id }) => id);

test('open incidents are those of a rule, or of one of its groups, oldest first', async (t) => {
  const { metadata, putIncident } = await openAlertTables(t);
  await putIncident({ id: 'inc_b', fired_at: 2 });
  await putIncident({ id: 'inc_a', fired_at: 2, group_hash: 'one' });
  await putIncident({ id: 'inc_c', fired_at: 1 });
  await putIncident({ id: 'inc_over', status: 'resolved' });
  await putIncident({ id: 'inc_other', rule_id: 'alr_2', group_hash: 'one' });
  await putIncident({ id: 'inc_theirs', organization_id: THEIRS });

  assert.deepEqual(idsOf(await readOpenIncidents(metadata, RULE)), ['inc_c', 'inc_a', 'inc_b']);
  assert.deepEqual(idsOf(await readOpenIncidents(metadata, RULE, 'one')), ['inc_a']);
  assert.equal((await findIncident(metadata, OURS, 'inc_c'))?.id, 'inc_c');
  assert.equal(await findIncident(metadata, OURS, 'inc_theirs'), undefined);
});

test('only what still fires is changed', async (t) => {
  const { metadata, putIncident } = await openAlertTables(t);
  await putIncident({ id: 'inc_1' });
  await putIncident({ id: 'inc_2' });
  await putIncident({ id: 'inc_over', status: 'resolved' });
  await putIncident({ id: 'inc_theirs', organization_id: THEIRS });
  const asked = ['inc_1', 'inc_over', 'inc_theirs'];

  const changed = await metadata.transaction((unit) =>
    updateOpenIncidents(unit, OURS, asked, { is_flapping: 1 }),
  );

  const rows = await metadata.db.selectFrom('alert_incidents').selectAll().execute();
  assert.deepEqual(
    changed.map(({ id, is_flapping: isFlapping }) => [id, isFlapping]),
    [['inc_1', 1]],
  );
  assert.deepEqual(idsOf(rows.filter((row) => row.is_flapping === 1)), ['inc_1']);
});

test('very many incidents are written, changed and told of, each once', async (t) => {
  const { metadata, putIncident } = await openAlertTables(t);
  await putIncident({ id: 'inc_1' });
  const row = (await findIncident(metadata, OURS, 'inc_1')) ?? assert.fail();
  const rows = Array.from({ length: 401 }, (_, at) => ({
    ...row,
    id: `inc_many_${at}`,
    group_hash: `many ${at}`,
  }));
  const ids = idsOf(rows);

  const changed = await metadata.transaction(async (unit) => {
    await insertIncidents(unit, rows);
    const entries = ids.map((incidentId) => ({ incidentId, kind: 'fired', details: { value: 1 } }));
    await insertTimeline(unit, OURS, entries, 7);
    return updateOpenIncidents(unit, OURS, ids, { value: 9 });
  });

  assert.deepEqual(idsOf(changed).toSorted(), ids.toSorted());
  assert.equal((await readOpenIncidents(metadata, RULE)).length, 402);
  const events = await metadata.db.selectFrom('alert_incident_events').selectAll().execute();
  assert.deepEqual(events.map((event) => event.incident_id).toSorted(), ids.toSorted());
});

test('a timeline has its newest entries, oldest first', async (t) => {
  const { metadata, putIncident } = await openAlertTables(t);
  await putIncident({ id: 'inc_1' });
  await putIncident({ id: 'inc_2' });
  await metadata.transaction(async (unit) => {
    const note = (incidentId: string, kind: string, at: number, organization: string = OURS) =>
      insertTimeline(unit, organization, [{ incidentId, kind, details: { kind } }], at);
    await note('inc_1', 'second', 2);
    await note('inc_1', 'first', 1);
    await note('inc_1', 'third', 3);
    await note('inc_2', 'of another', 4);
    await note('inc_1', 'of theirs', 4, THEIRS);
  });

  const timeline = await readTimeline(metadata, OURS, 'inc_1', 2);

  assert.deepEqual(
    timeline.map(({ kind, at, details }) => [kind, at, details]),
    [
      ['second', 2, '{"kind":"second"}'],
      ['third', 3, '{"kind":"third"}'],
    ],
  );
});

test('incidents are listed newest first, page by page, as they are asked for', async (t) => {
  const { metadata, putIncident } = await openAlertTables(t);
  await putIncident({ id: 'inc_1', fired_at: 1 });
  await putIncident({ id: 'inc_2', fired_at: 2, status: 'resolved' });
  await putIncident({ id: 'inc_3', fired_at: 2, rule_id: 'alr_2' });
  await putIncident({ id: 'inc_4', fired_at: 4, severity: 'critical' });
  await putIncident({ id: 'inc_5', fired_at: 5, organization_id: THEIRS });
  const listed = async (
    filter: Parameters<typeof readIncidents>[3],
    limit = 9,
    after?: { at: number; id: string },
  ) => idsOf(await readIncidents(metadata, OURS, { limit, after }, filter));

  assert.deepEqual(await listed({}), ['inc_4', 'inc_3', 'inc_2', 'inc_1']);
  assert.deepEqual(await listed({}, 1), ['inc_4', 'inc_3']);
  assert.deepEqual(await listed({}, 1, { at: 2, id: 'inc_3' }), ['inc_2', 'inc_1']);
  assert.deepEqual(await listed({ status: 'resolved' }), ['inc_2']);
  assert.deepEqual(await listed({ ruleId: 'alr_2' }), ['inc_3']);
  assert.deepEqual(await listed({ severity: 'critical' }), ['inc_4']);
  assert.deepEqual(await listed({ from: 2 }), ['inc_4', 'inc_3', 'inc_2']);
  assert.deepEqual(await listed({ to: 4 }), ['inc_3', 'inc_2', 'inc_1']);
});

test('what is due is reminded of, the longest due first', async (t) => {
  const { metadata, putIncident } = await openAlertTables(t);
  await putIncident({ id: 'inc_2', remind_at: 10 });
  await putIncident({ id: 'inc_1', remind_at: 9, organization_id: THEIRS, rule_id: 'alr_2' });
  await putIncident({ id: 'inc_later', remind_at: 11 });
  await putIncident({ id: 'inc_never' });
  await putIncident({ id: 'inc_over', remind_at: 1, status: 'resolved' });

  const due = await readReminders(metadata, 10, 9);

  assert.deepEqual(
    due.map((row) => ({ ...row })),
    [
      { id: 'inc_1', organization_id: THEIRS, rule_id: 'alr_2' },
      { id: 'inc_2', organization_id: OURS, rule_id: 'alr_1' },
    ],
  );
  assert.deepEqual(idsOf(await readReminders(metadata, 10, 1)), ['inc_1']);
});

test('after a snooze the open incidents of the rule speak up', async (t) => {
  const { metadata, putIncident } = await openAlertTables(t);
  await putIncident({ id: 'inc_1' });
  await putIncident({ id: 'inc_over', status: 'resolved' });
  await putIncident({ id: 'inc_other', rule_id: 'alr_2' });
  await putIncident({ id: 'inc_theirs', organization_id: THEIRS });

  await metadata.transaction((unit) => remindAfterSnooze(unit, OURS, 'alr_1', 50));

  const rows = await metadata.db.selectFrom('alert_incidents').selectAll().execute();
  assert.deepEqual(idsOf(rows.filter((row) => row.remind_at === 50)), ['inc_1']);
});

test('what ended before a time is removed, the oldest first, and so many', async (t) => {
  const { metadata, putIncident } = await openAlertTables(t);
  const over = { status: 'resolved' } as const;
  await putIncident({ ...over, id: 'inc_3', resolved_at: 3 });
  await putIncident({ ...over, id: 'inc_1', resolved_at: 1, organization_id: THEIRS });
  await putIncident({ ...over, id: 'inc_2', resolved_at: 2 });
  await putIncident({ ...over, id: 'inc_4', resolved_at: 4 });
  await putIncident({ id: 'inc_open' });
  const left = async () =>
    idsOf(await metadata.db.selectFrom('alert_incidents').select('id').orderBy('id').execute());

  assert.equal(await removeEnded(metadata, 4, 2), 2);
  assert.deepEqual(await left(), ['inc_3', 'inc_4', 'inc_open']);
  assert.equal(await removeEnded(metadata, 4, 2), 1);
  assert.deepEqual(await left(), ['inc_4', 'inc_open']);
});
