/** What people do about incidents, and reminders of those that nobody does anything about. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  insertIncident,
  insertRule,
  insertSilence,
} from '../../../../test/support/alerts/alert-rows.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { AppError } from '../../../base/errors.ts';
import { silentLog } from '../../../base/log.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import type { SettleNeeds } from '../states/settle-needs.ts';
import { writeGroups } from '../tables/alert-groups-table.ts';
import { FRESH } from '../states/advance.ts';
import { findIncident } from '../tables/alert-incidents-table.ts';
import {
  acknowledgeIncident,
  noteIncident,
  resolveIncident,
  snoozeIncident,
} from './manage-incidents.ts';
import { forgetIncidents, hasReminders, remindOfIncidents } from './remind.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const { signal } = new AbortController();

async function open(
  t: TestContext,
  facts: Partial<AlertIncidentRow> = {},
  settings: Partial<AlertRuleSettings> = {},
) {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { id: organization, owner } = await access.newOrganization();
  const rule = await insertRule(metadata, organization, { renotify: 600, ...settings });
  const { id } = await insertIncident(metadata, rule, clock.now(), facts);
  const told: string[] = [];
  const queueMessages: SettleNeeds['queueMessages'] = async (_unit, _rule, all) => {
    for (const { incident, transition } of all) told.push(`${transition.kind} ${incident.status}`);
  };
  return {
    rule,
    id,
    metadata,
    clock,
    organization,
    actor: owner.actor,
    needs: {
      metadata,
      clock,
      queueMessages,
      publicOrigin: () => 'https://x.example',
      log: silentLog,
    },
    told,
    row: async () => (await findIncident(metadata, organization, id)) ?? assert.fail(),
    timeline: async () =>
      (await metadata.db.selectFrom('alert_incident_events').selectAll().execute()).map(
        ({ kind, details }) => `${kind} ${Object.keys(JSON.parse(details) as object).join()}`,
      ),
    audit: async () =>
      (await access.auditOf(organization)).map(({ action, details }) => `${action} ${details}`),
  };
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    assert(error instanceof AppError);
    return [error.code, error.message];
  }
}

test('whoever acknowledges an incident looks after it: no reminders', async (t) => {
  const { needs, actor, id, clock, row, told, timeline, audit } = await open(t, { remind_at: 5 });

  const shown = await acknowledgeIncident(needs, actor, id);
  clock.advance(1_000);
  await acknowledgeIncident(needs, actor, id);

  const after = await row();
  assert.equal(shown.id, id);
  assert.deepEqual([after.acknowledged_at, after.remind_at], [clock.now() - 1_000, null]);
  assert.equal(typeof after.acknowledged_by, 'string');
  assert.deepEqual([told, await timeline()], [['acknowledged firing'], ['acknowledged by']]);
  assert.deepEqual(await audit(), ['alert.acknowledged {"rule":"Errors"}']);
});

test('what a snooze holds back is told at its end, also when somebody acknowledges it', async (t) => {
  const now = Date.UTC(2026, 0, 15, 12);
  const held = await open(t, { snoozed_until: now + 1, remind_at: now + 1 });
  const over = await open(t, { snoozed_until: now, remind_at: now + 1 });

  await acknowledgeIncident(held.needs, held.actor, held.id);
  await acknowledgeIncident(over.needs, over.actor, over.id);

  assert.deepEqual([(await held.row()).remind_at, (await over.row()).remind_at], [now + 1, null]);
});

test('an incident is snoozed for a while, and 0 ends it', async (t) => {
  const { needs, actor, id, clock, row, told, timeline, audit } = await open(t);

  await snoozeIncident(needs, actor, id, 90);
  const snoozed = await row();
  await snoozeIncident(needs, actor, id, 0);
  const ended = await row();

  const until = clock.now() + 90_000;
  assert.deepEqual([snoozed.snoozed_until, snoozed.remind_at], [until, until]);
  assert.deepEqual([ended.snoozed_until, ended.remind_at], [null, clock.now() + 600_000]);
  assert.deepEqual(await timeline(), ['snoozed by,seconds', 'snooze_ended by,seconds']);
  assert.equal((await audit())[0], 'alert.snoozed {"rule":"Errors","seconds":90}');
  assert.deepEqual(told, []);
});

test('a note is added to the timeline once', async (t) => {
  const { needs, actor, id, told, timeline, audit } = await open(t);

  await noteIncident(needs, actor, id, ' rolled back ');
  await noteIncident(needs, actor, id, 'rolled back');
  assert.deepEqual(await timeline(), ['noted by,text']);
  await noteIncident({ ...needs }, { ...actor, via: 'mcp' }, id, 'second');

  assert.deepEqual(await timeline(), ['noted by,text', 'noted by,text']);
  assert.deepEqual(await audit(), [
    'alert.noted {"rule":"Errors"}',
    'alert.noted {"rule":"Errors","via":"mcp"}',
  ]);
  assert.deepEqual(told, []);
});

test('an incident is resolved by hand, and its group stays closed', async (t) => {
  const { needs, actor, id, rule, metadata, clock, row, told, timeline, audit } = await open(t);
  const group = { key: null, state: 'firing', progress: FRESH } as const;
  await metadata.transaction((unit) =>
    writeGroups(unit, rule, [
      { ...group, hash: 'mine', incidentId: id },
      { ...group, hash: 'other', incidentId: 'inc_other' },
    ]),
  );

  await resolveIncident(needs, actor, id);

  const after = await row();
  assert.deepEqual(
    [after.status, after.resolved_reason, after.resolved_at, after.remind_at],
    ['resolved', 'by_hand', clock.now(), null],
  );
  const groups = await metadata.db
    .selectFrom('alert_groups')
    .selectAll()
    .orderBy('group_hash')
    .execute();
  assert.deepEqual(
    groups.map(({ state, incident_id: incident }) => [state, incident]),
    [
      ['closed', null],
      ['firing', 'inc_other'],
    ],
  );
  assert.deepEqual([told, await timeline()], [['resolved resolved'], ['resolved reason,by']]);
  assert.deepEqual(await audit(), ['alert.resolved {"rule":"Errors"}']);
  const events = await metadata.db.selectFrom('alert_events').selectAll().execute();
  assert.deepEqual(
    events.map(({ kind, text, details }) => [kind, text, details]),
    [
      [
        'resolved',
        'Errors is resolved',
        '{"rule":"Errors","severity":"error","reason":"by_hand","group":{"host":"web-7"}}',
      ],
    ],
  );
});

test('nothing can be done about what is over, or not there', async (t) => {
  const { needs, actor, id, metadata, audit } = await open(t, { status: 'resolved' });
  const over = ['CONFLICT', 'This incident is already resolved.'];

  assert.deepEqual(await refusal(acknowledgeIncident(needs, actor, id)), over);
  assert.deepEqual(await refusal(snoozeIncident(needs, actor, id, 9)), over);
  assert.deepEqual(await refusal(resolveIncident(needs, actor, id)), over);
  assert.equal(
    ((await refusal(resolveIncident(needs, actor, 'inc_gone'))) as unknown[])[0],
    'NOT_FOUND',
  );
  assert.deepEqual(await audit(), []);
  assert.equal((await metadata.db.selectFrom('alert_events').selectAll().execute()).length, 0);
});

test('of a rule that is gone an incident can be resolved, and nobody is told', async (t) => {
  const { needs, actor, id, metadata, row, told } = await open(t);
  await metadata.db.deleteFrom('alert_rules').execute();

  await resolveIncident(needs, actor, id);

  assert.deepEqual([(await row()).status, told], ['resolved', []]);
});

test('channels are reminded when it is time, and again', async (t) => {
  const now = Date.UTC(2026, 0, 15, 12);
  const { needs, row, told, timeline, clock } = await open(t, { remind_at: now + 1_000 });
  const early = await hasReminders(needs);
  await remindOfIncidents(needs, signal);
  clock.advance(1_000);
  const due = await hasReminders(needs);
  await remindOfIncidents(needs, AbortSignal.abort());
  const stopped = told.length;
  await remindOfIncidents(needs, signal);

  assert.deepEqual([early, due, stopped], [false, true, 0]);
  assert.deepEqual([told, await timeline()], [['still_firing firing'], ['still_firing ']]);
  assert.equal((await row()).remind_at, now + 601_000);
});

test('what withholds an incident is looked at again, a snooze at its end', async (t) => {
  const now = Date.UTC(2026, 0, 15, 12);
  const remindAt = async (facts: Partial<AlertIncidentRow>, isSilenced = false) => {
    const { needs, row, told, rule, metadata } = await open(t, { remind_at: now, ...facts });
    if (isSilenced) await insertSilence(metadata, rule, now);
    await remindOfIncidents(needs, signal);
    assert.deepEqual(told, []);
    return ((await row()).remind_at ?? 0) - now;
  };

  assert.equal(await remindAt({}, true), MINUTE_MS);
  assert.equal(await remindAt({ is_flapping: 1 }), MINUTE_MS);
  assert.equal(await remindAt({ snoozed_until: now + 7_000 }), 7_000);
});

test('of a rule that is gone nobody is reminded', async (t) => {
  const now = Date.UTC(2026, 0, 15, 12);
  const { needs, row, told, metadata } = await open(t, { remind_at: now });
  await metadata.db.deleteFrom('alert_rules').execute();

  await remindOfIncidents(needs, signal);

  assert.deepEqual([(await row()).remind_at, told], [null, []]);
});

test('incidents are forgotten 90 days after their end', async (t) => {
  const { needs, rule, metadata, clock } = await open(t);
  const over = { status: 'resolved', resolved_at: clock.now() } as const;
  for (let i = 0; i < 201; i += 1) {
    await insertIncident(metadata, rule, clock.now(), { ...over, host: `h${i}` });
  }
  const left = async () =>
    (await metadata.db.selectFrom('alert_incidents').select('id').execute()).length;
  clock.advance(90 * DAY_MS);
  await forgetIncidents(needs, signal);
  const kept = await left();
  clock.advance(1);
  await forgetIncidents(needs, AbortSignal.abort());
  const stopped = await left();
  await forgetIncidents(needs, signal);

  assert.deepEqual([kept, stopped, await left()], [202, 202, 1]);
});
