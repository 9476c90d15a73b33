import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { AlertTest } from '../../../contract/alert-tests.ts';
import type { AlertIncident, AlertIncidentWhole } from '../../../contract/alerts.ts';
import { OWNERS_CHANNEL } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { insertIncident, insertRule } from '../../../../test/support/alerts/alert-rows.ts';
import { measured, measuredGroup } from '../../../../test/support/alerts/example-rule.ts';
import {
  type AccessUnderTest,
  onBothStores,
  PUBLIC_ORIGIN,
} from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import { startTicking } from '../../../../test/support/alerts/start-ticking.ts';
import { queueMessages } from '../messages/queue-messages.ts';
import { deleteAlertRule, snoozeAlertRule } from '../rules/manage-alert-rules.ts';
import { insertTimeline } from '../tables/alert-incidents-table.ts';
import { incidentRoutes } from './incident-routes.ts';
import { forgetIncidents, remindOfIncidents } from './remind.ts';

const { alerts } = LIMITS;
const PATH = '/api/v1/alerts';
const firing = () => measured([measuredGroup('true')]);
const safe = () => measured([measuredGroup('safe')]);
const signal = new AbortController().signal;
const A_TIME = '2026-11-15T10:12:21.000Z';

async function start(t: TestContext, access: AccessUnderTest) {
  const ticking = await startTicking(access);
  const { needs } = ticking.node();
  const replayed: { name: string; group: unknown; hours: number }[] = [];
  const incidents = {
    ...needs,
    publicOrigin: () => PUBLIC_ORIGIN,
    replayIncident: async (
      { name }: { readonly name: string },
      past: { readonly group: unknown; readonly hours: number },
    ): Promise<AlertTest> => {
      replayed.push({ name, ...past });
      return { ticks: 1, sampled: false, series: [[A_TIME, 3]], firings: [], messages: 0 };
    },
  };
  const { call } = startAccess(t, access, { mount: (app) => incidentRoutes(app, incidents) });
  const owner = await access.join(ticking.organization, 'admin');
  const list = async (query = ''): Promise<AlertIncident[]> => {
    const answer = await call(`GET ${PATH}${query}`, { as: owner });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data as AlertIncident[];
  };
  const act = async (id: string, verb: string, body?: unknown) =>
    call(`POST ${PATH}/${id}/${verb}`, { as: owner, ...(body === undefined ? {} : { body }) });
  const remind = (): Promise<void> => remindOfIncidents(needs, signal);
  return { ticking, call, list, act, owner, remind, needs, replayed };
}

onBothStores('incidents are listed, filtered, read and paged', async (t, access) => {
  const { ticking, call, list, owner } = await start(t, access);
  const viewer = await access.join(ticking.organization, 'viewer');
  const key = await access.newKey(owner);
  await ticking.addRule({
    name: 'Errors',
    severity: 'critical',
    condition: { kind: 'threshold', op: '>', value: 5, by: ['host'] },
  });
  ticking.answer(() => measured([measuredGroup('true', 'a'), measuredGroup('true', 'b')]));
  await ticking.tick();
  ticking.answer(() => measured([measuredGroup('true', 'a'), measuredGroup('safe', 'b')]));
  await ticking.tick(2);

  const all = await list();
  const [open] = await list('?status=firing');
  const first = await call(`GET ${PATH}?limit=1`, { as: viewer });
  const next = await call(`GET ${PATH}?limit=1&cursor=${first.body['nextCursor'] as string}`, {
    as: key,
  });
  const read = await call(`GET ${PATH}/${open?.id}`, { as: key });
  const other = await access.newOrganization();
  const foreign = await call(`GET ${PATH}/${open?.id}`, { as: other.owner });

  assert.deepEqual(all.map(({ group, status }) => `${group?.['host']} ${status}`).toSorted(), [
    'a firing',
    'b resolved',
  ]);
  assert.deepEqual([open?.severity, open?.ruleName, open?.value], ['critical', 'Errors', 9]);
  assert.equal(open?.searchUrl, `${PUBLIC_ORIGIN}/search?q=level%3Derror`);
  assert.equal(open?.dedupKey, `${open?.ruleId}:${measuredGroup('true', 'a').hash}`);
  const pages = [first, next].map(({ body }) => (body.data as AlertIncident[]).map(({ id }) => id));
  assert.deepEqual(
    pages.flat(),
    all.map(({ id }) => id),
  );
  assert.equal(next.body['nextCursor'], null);
  const whole = read.body.data as AlertIncidentWhole;
  assert.deepEqual(
    whole.timeline.map(({ kind }) => kind),
    ['fired'],
  );
  assert.deepEqual(
    [foreign.status, (await call(`GET ${PATH}`, { as: other.owner })).body.data],
    [404, []],
  );
  assert.equal((await list('?severity=info')).length, 0);
  assert.equal((await list(`?ruleId=${open?.ruleId}`)).length, 2);
  assert.equal((await list(`?from=${open?.firedAt}`)).length, 2);
  assert.equal((await list(`?to=${open?.firedAt}`)).length, 0);
  assert.equal((await call(`GET ${PATH}?from=yesterday`, { as: owner })).status, 400);
});

onBothStores(
  'resolved by hand stays closed until the condition was false once',
  async (t, access) => {
    const { ticking, list, act } = await start(t, access);
    await ticking.addRule();
    ticking.answer(firing);
    await ticking.tick();
    const [incident] = await list();
    assert(incident !== undefined);

    const resolved = await act(incident.id, 'resolve');
    const again = await act(incident.id, 'resolve');
    await ticking.tick(3);
    const closed = await list('?status=firing');
    ticking.answer(safe);
    await ticking.tick();
    ticking.answer(firing);
    await ticking.tick();
    const open = await list('?status=firing');

    const { status, resolvedReason } = resolved.body.data as AlertIncident;
    assert.deepEqual([status, resolvedReason], ['resolved', 'by_hand']);
    assert.deepEqual([again.status, again.body.code], [409, 'CONFLICT']);
    assert.deepEqual([closed.length, open.length], [0, 1]);
    const { messages } = await ticking.read();
    assert.deepEqual(
      messages.map((text) => text.split(' ')[0]),
      ['fired', 'resolved', 'fired'],
    );
    const audit = await access.auditOf(ticking.organization);
    assert.equal(audit.filter(({ action }) => action === 'alert.resolved').length, 1);
  },
);

onBothStores(
  'reminders come as often as the rule says, until somebody looks after it',
  async (t, access) => {
    const { ticking, list, act, remind } = await start(t, access);
    await ticking.addRule({ renotify: alerts.renotifySecondsMin });
    ticking.answer(firing);
    await ticking.tick();
    const [incident] = await list();
    assert(incident !== undefined);
    const count = async (): Promise<number> =>
      (await ticking.read()).messages.filter((text) => text.startsWith('still_firing')).length;

    access.clock.advance(alerts.renotifySecondsMin * SECOND_MS - 1);
    await remind();
    const early = await count();
    access.clock.advance(1);
    await remind();
    await remind();
    const one = await count();
    const acknowledged = await act(incident.id, 'acknowledge');
    const twice = await act(incident.id, 'acknowledge');
    access.clock.advance(HOUR_MS);
    await remind();

    assert.deepEqual([early, one, await count()], [0, 1, 1]);
    const { acknowledgedBy } = acknowledged.body.data as AlertIncident;
    assert.equal(acknowledgedBy, (twice.body.data as AlertIncident).acknowledgedBy);
    assert.match(acknowledgedBy ?? '', /@/);
    const { messages } = await ticking.read();
    assert.equal(messages.filter((text) => text.startsWith('acknowledged')).length, 1);
    const audit = await access.auditOf(ticking.organization);
    assert.equal(audit.filter(({ action }) => action === 'alert.acknowledged').length, 1);
  },
);

onBothStores(
  'after a snooze of an incident or its rule one message says that it fires still',
  async (t, access) => {
    const { ticking, list, act, remind } = await start(t, access);
    const rule = await ticking.addRule();
    ticking.answer(firing);
    await ticking.tick();
    const [incident] = await list();
    assert(incident !== undefined);
    const count = async (): Promise<number> =>
      (await ticking.read()).messages.filter((text) => text.startsWith('still_firing')).length;

    const snoozed = await act(incident.id, 'snooze', { seconds: 600 });
    const tooLong = await act(incident.id, 'snooze', { seconds: alerts.snoozeSecondsMax + 1 });
    access.clock.advance(10 * MINUTE_MS - 1);
    await remind();
    const during = await count();
    access.clock.advance(1);
    await remind();
    const after = await count();
    await snoozeAlertRule(ticking.rules, ticking.actor, rule.id, 60);
    await act(incident.id, 'snooze', { seconds: 30 });
    access.clock.advance(30 * SECOND_MS);
    await remind();
    const ruleSnoozed = await count();
    access.clock.advance(30 * SECOND_MS);
    await remind();
    access.clock.advance(HOUR_MS);
    await remind();

    assert.notEqual((snoozed.body.data as AlertIncident).snoozedUntil, null);
    assert.equal(tooLong.status, 400);
    assert.deepEqual([during, after, ruleSnoozed, await count()], [0, 1, 1, 2]);
    const told = (await access.auditOf(ticking.organization)).filter(
      ({ action }) => action === 'alert.snoozed',
    );
    assert.deepEqual(
      told.map(({ resource }) => resource),
      [incident.id, incident.id],
    );
  },
);

onBothStores('ended incidents are kept for a while, open ones for ever', async (t, access) => {
  const { ticking, needs } = await start(t, access);
  await ticking.addRule({ name: 'over' });
  await ticking.addRule({ name: 'open' });
  ticking.answer(firing);
  await ticking.tick();
  ticking.answer(({ name }) => (name === 'over' ? safe() : firing()));
  await ticking.tick(2);

  access.clock.advance(alerts.incidentsKeptMs);
  await forgetIncidents(needs, signal);
  const kept = (await ticking.read()).incidents;
  access.clock.advance(1);
  await forgetIncidents(needs, signal);
  const left = (await ticking.read()).incidents;

  assert.equal(kept.length, 2);
  assert.deepEqual(
    left.map(({ rule_name: name }) => name),
    ['open'],
  );
});

onBothStores('a timeline shows its newest entries, oldest first', async (t, access) => {
  const { ticking, call, list, owner } = await start(t, access);
  await ticking.addRule();
  ticking.answer(firing);
  await ticking.tick();
  const [incident] = await list();
  assert(incident !== undefined);
  const add = (count: number): Promise<void> => {
    access.clock.advance(SECOND_MS);
    const entry = { incidentId: incident.id, kind: 'fires_again', details: {} };
    const entries = Array.from({ length: count }, () => entry);
    return access.metadata.transaction((unit) =>
      insertTimeline(unit, ticking.organization, entries, access.clock.now()),
    );
  };
  const shown = async (): Promise<unknown[]> => {
    const { body } = await call(`GET ${PATH}/${incident.id}`, { as: owner });
    const { timeline } = body.data as AlertIncidentWhole;
    return [timeline.length, timeline.at(0)?.kind, timeline.at(-1)?.kind];
  };

  await add(alerts.timelineMax - 1);
  const all = await shown();
  await add(1);
  const newest = await shown();

  assert.deepEqual(all, [alerts.timelineMax, 'fired', 'fires_again']);
  assert.deepEqual(newest, [alerts.timelineMax, 'fires_again', 'fires_again']);
});

onBothStores('the newest messages are shown with an incident', async (t, access) => {
  const { metadata, clock } = access;
  const { ticking, list } = await start(t, access);
  const settings = { channels: [OWNERS_CHANNEL], groupWait: 0, throttle: 0 };
  const rule = await insertRule(metadata, ticking.organization, settings);
  const incident = await insertIncident(metadata, rule, clock.now());
  const tell = async (kind: 'fired' | 'still_firing'): Promise<void> => {
    clock.advance(SECOND_MS);
    const told = [{ incident, transition: { kind } }];
    await metadata.transaction((unit) => queueMessages(unit, rule, told, clock.now()));
    // It is on its way: nothing joins it any more.
    await metadata.db.updateTable('alert_deliveries').set({ is_closed: 1 }).execute();
  };
  const shown = async (): Promise<string[]> =>
    (await list()).flatMap(({ deliveries }) => deliveries.map(({ transition }) => transition));
  const reminders = (count: number) => Array.from({ length: count }, () => 'still_firing');

  await tell('fired');
  for (let more = 1; more < alerts.incidentDeliveriesMax; more += 1) await tell('still_firing');
  const all = await shown();
  await tell('still_firing');
  const newest = await shown();

  assert.deepEqual(all, [...reminders(alerts.incidentDeliveriesMax - 1), 'fired']);
  assert.deepEqual(newest, reminders(alerts.incidentDeliveriesMax));
});

onBothStores('who may only read does nothing about incidents', async (t, access) => {
  const { ticking, call, list } = await start(t, access);
  await ticking.addRule();
  ticking.answer(firing);
  await ticking.tick();
  const [incident] = await list();
  const viewer = await access.join(ticking.organization, 'viewer');
  const member = await access.join(ticking.organization, 'member');
  const stranger = (await access.newOrganization()).owner;

  for (const verb of ['acknowledge', 'resolve']) {
    const path = `POST ${PATH}/${incident?.id}/${verb}`;
    assert.equal((await call(path, { as: viewer })).status, 403);
    assert.equal((await call(path, { as: stranger })).status, 404);
    assert.equal((await call(path, { as: member })).status, 200);
  }
});

onBothStores('whoever may see an incident sees how its value went', async (t, access) => {
  const { ticking, call, list, owner, replayed } = await start(t, access);
  const key = await access.newKey(owner);
  const rule = await ticking.addRule({ window: 600 });
  ticking.answer(firing);
  await ticking.tick();
  const [incident] = await list();
  const viewer = await access.join(ticking.organization, 'viewer');
  const other = await access.newOrganization();
  const path = `GET ${PATH}/${incident?.id}/series`;
  const problemOf = async (): Promise<unknown> => {
    const { body } = await call(path, { as: key });
    return (body.data as { problem?: string }).problem;
  };

  const seen = await call(path, { as: viewer });
  const foreign = await call(path, { as: other.owner });
  const began = Date.parse(incident?.startedAt ?? '');
  access.clock.advance(began + alerts.testHoursMax * HOUR_MS - 1 - access.clock.now());
  const last = await problemOf();
  access.clock.advance(1);
  const late = await problemOf();
  access.clock.advance(-HOUR_MS);
  await deleteAlertRule(ticking.rules, ticking.actor, rule.id);

  const data = { series: [[A_TIME, 3]], ticks: 1, sampled: false };
  assert.deepEqual([seen.status, seen.body.data], [200, data]);
  assert.equal(foreign.status, 404);
  // Twelve windows before it began.
  assert.deepEqual(
    replayed.map(({ name, group, hours }) => [name, group, Math.round(hours)]),
    [
      ['Errors', null, 2],
      ['Errors', null, alerts.testHoursMax],
    ],
  );
  assert.deepEqual([last, late], [undefined, 'The incident started more than a week ago.']);
  assert.equal(await problemOf(), 'The rule was deleted.');
});
