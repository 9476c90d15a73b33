/** What a tick leaves behind. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAlertTables, OURS } from '../../../../test/support/alerts/alert-tables.ts';
import {
  exampleRule,
  failedMeasurement,
  measured,
  measuredGroup,
} from '../../../../test/support/alerts/example-rule.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import type { AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Measurement } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';
import { readGroups } from '../tables/alert-groups-table.ts';
import { advance, type GroupState } from './advance.ts';
import { firstRun } from './next-run.ts';
import { resetGroup, resetRule } from './reset-rule.ts';
import { readRuns } from '../tables/alert-rule-runs-table.ts';
import { type Evidence, settleFault, settleTick } from './settle-tick.ts';
import type { Notice, SettleNeeds } from './settle-needs.ts';

const AT = Date.UTC(2026, 0, 15, 12);
const TIMES = { now: AT + 7, storeNow: AT + 3 };
const ONLY = measuredGroup('true').hash;

async function open(
  t: TestContext,
  settings: Partial<AlertRuleSettings> = {},
  facts: Partial<Rule> = {},
) {
  const tables = await openAlertTables(t);
  const { metadata, putRule } = tables;
  const rule = exampleRule(settings, { id: 'alr_1', organization: OURS, ...facts });
  await putRule({ id: 'alr_1' });
  const told: string[] = [];
  const notices: Notice[] = [];
  const needs: SettleNeeds = {
    queueMessages: async (_unit, _rule, all, now) => {
      for (const { incident, transition } of all) {
        told.push(`${incident.group_hash} ${transition.kind} ${now - AT}`);
      }
    },
    queueNotice: async (_unit, _organization, notice) => notices.push(notice),
  };
  const run = async () =>
    (await readRuns(metadata, OURS, ['alr_1'])).get('alr_1') ?? firstRun(rule);
  let ticks = 0;
  return {
    ...tables,
    rule,
    needs,
    told,
    notices,
    run,
    settle: async (
      measurement: Measurement,
      evidence: ReadonlyMap<string, Evidence> = new Map(),
      read?: readonly GroupState[],
    ) => {
      const tick = { at: AT + (ticks += 1) * 60_000, skipped: 0 };
      const groups = read ?? (await readGroups(metadata, OURS, [rule.id])).get(rule.id) ?? [];
      const finding = {
        rule,
        run: await run(),
        tick,
        measurement,
        groups,
        next: advance(rule, groups, measurement, tick),
        evidence,
        condition: 'count > 5',
      };
      return metadata.transaction((unit) => settleTick(needs, unit, finding, TIMES));
    },
    incidents: () =>
      metadata.db.selectFrom('alert_incidents').selectAll().orderBy('fired_at').execute(),
    timeline: async () =>
      (await metadata.db.selectFrom('alert_incident_events').selectAll().execute()).map(
        ({ kind, details, at }) => `${kind} ${details} ${at - AT}`,
      ),
    events: async () =>
      (await metadata.db.selectFrom('alert_events').selectAll().execute()).map(
        ({ kind, text, rule_id: id, incident_id: incident, recorded_at: at }) =>
          `${kind}: ${text} ${id} ${incident === null ? 'none' : 'one'} ${at - AT}`,
      ),
    groups: async () =>
      (await metadata.db.selectFrom('alert_groups').selectAll().execute()).map(
        ({ state, incident_id: incident }) => `${state} ${incident === null ? 'none' : 'one'}`,
      ),
  };
}

test('what fires becomes an incident, and is told', async (t) => {
  const { settle, incidents, timeline, events, groups, told, run } = await open(t, {
    renotify: 600,
    severity: 'critical',
  });
  const group = measuredGroup('true', undefined, { eventsFrom: 1, eventsTo: 2, details: { a: 1 } });
  const evidence = new Map([[ONLY, { search: 'level=error', sampleIds: ['x'] }]]);

  assert.equal(await settle(measured([group]), evidence), true);

  const [{ id, ...incident } = assert.fail()] = await incidents();
  assert.match(id, /^inc_/);
  assert.deepEqual(incident, {
    organization_id: OURS,
    rule_id: 'alr_1',
    rule_name: 'Errors',
    rule_version: 1,
    severity: 'critical',
    status: 'firing',
    group_hash: ONLY,
    group_key: 'null',
    value: 9,
    condition: 'count > 5',
    started_at: AT + 60_000,
    fired_at: AT + 3,
    resolved_at: null,
    resolved_reason: null,
    events_from: 1,
    events_to: 2,
    search: 'level=error',
    sample_ids: '["x"]',
    acknowledged_by: null,
    acknowledged_at: null,
    snoozed_until: null,
    is_flapping: 0,
    details: '{"a":1}',
    remind_at: AT + 600_007,
  });
  assert.deepEqual(await timeline(), ['fired {"value":9} 3']);
  assert.deepEqual(await events(), ['fired: Errors is firing alr_1 one 3']);
  assert.deepEqual([await groups(), told], [['firing one'], [`${ONLY} fired 7`]]);
  assert.deepEqual([(await run()).ticked_at, (await run()).sparkline], [AT + 60_000, '[9]']);
});

test('without evidence an incident shows the query of its rule', async (t) => {
  const { settle, incidents } = await open(t);
  await settle(measured([measuredGroup('true')]));

  const [incident] = await incidents();
  assert.deepEqual(
    [incident?.search, incident?.sample_ids, incident?.details, incident?.remind_at],
    ['level=error', '[]', '{}', null],
  );
});

test('after a snooze somebody is told that it fires still', async (t) => {
  const remindOf = async (snoozedUntil: number) => {
    const { settle, incidents } = await open(t, {}, { snoozedUntil });
    await settle(measured([measuredGroup('true')]));
    return (await incidents())[0]?.remind_at;
  };

  assert.equal(await remindOf(TIMES.now + 1), TIMES.now + 1);
  assert.equal(await remindOf(TIMES.now), null);
});

test('what is over ends its incident, and the group is remembered for a while', async (t) => {
  const { settle, incidents, groups, told } = await open(t, { resolveAfter: 1 });
  await settle(measured([measuredGroup('true')]));
  await settle(measured([measuredGroup('safe')]));

  const [incident] = await incidents();
  assert.deepEqual(
    [incident?.status, incident?.resolved_reason, incident?.resolved_at],
    ['resolved', 'condition_over', AT + 3],
  );
  assert.deepEqual(await groups(), ['resting none']);
  assert.deepEqual(told, [`${ONLY} fired 7`, `${ONLY} resolved 7`]);
});

test('what flaps and stopped flapping is noted, and nobody is told', async (t) => {
  const { settle, incidents, timeline, events, told } = await open(t);
  const [on, off] = [measured([measuredGroup('true')]), measured([measuredGroup('safe')])];
  for (const each of [on, off, on, off]) await settle(each);
  const flapping = (await incidents())[0]?.is_flapping;
  await settle(on);
  for (let i = 0; i < 10; i += 1) await settle(on);

  assert.deepEqual([flapping, (await incidents())[0]?.is_flapping], [1, 0]);
  assert.deepEqual((await timeline()).toSorted(), [
    'began_flapping {} 3',
    'began_recovering {} 3',
    'began_recovering {} 3',
    'calmed_down {} 3',
    'fired {"value":9} 3',
    'fires_again {} 3',
  ]);
  assert.deepEqual((await events()).toSorted(), [
    'began_flapping: Errors is flapping alr_1 one 3',
    'calmed_down: Errors stopped flapping alr_1 one 3',
    'fired: Errors is firing alr_1 one 3',
  ]);
  assert.deepEqual(told, [`${ONLY} fired 7`]);
});

test('members are written and removed with the tick', async (t) => {
  const { settle, metadata, putMember } = await open(t);
  await putMember({ rule_id: 'alr_1', group_hash: 'old' });
  const member = { key: { host: 'a' }, windowsSeen: 1, isExpected: false };
  const seen = [{ ...member, hash: 'new', firstSeenAt: 1, lastSeenAt: 2 }];

  await settle(measured([], { members: { seen, expired: ['old'], isFull: false } }));

  const rows = await metadata.db.selectFrom('alert_members').selectAll().execute();
  assert.deepEqual(
    rows.map(({ group_hash: hash }) => hash),
    ['new'],
  );
});

test('a rule that is another one by now leaves nothing behind', async (t) => {
  const { settle, metadata, incidents, told } = await open(t);
  const set = async (row: { version?: number; is_enabled?: number }) => {
    await metadata.db.updateTable('alert_rules').set(row).execute();
    return settle(measured([measuredGroup('true')]));
  };

  assert.deepEqual(
    [await set({ version: 2 }), await set({ version: 1, is_enabled: 0 })],
    [false, false],
  );
  assert.deepEqual([await incidents(), told], [[], []]);
});

test('the Owners and its author hear of a rule that keeps failing, and the index when it works again', async (t) => {
  const { settle, events, notices, run } = await open(t);
  const times = LIMITS.alerts.failingTicks;
  for (let i = 1; i < times; i += 1) await settle(failedMeasurement);
  const before = notices.length;
  await settle(failedMeasurement);
  const told = (await run()).told_at;
  await settle(failedMeasurement);
  await settle(measured([]));

  assert.deepEqual([before, told], [0, TIMES.now]);
  assert.deepEqual(notices, [
    {
      title: 'Alert rule failing: Errors',
      body:
        `The query took too long.\n\nThe last ${times} checks failed. The rule can't fire until this is fixed, ` +
        'unless it is set to fire on errors. It stays enabled and Xplain keeps retrying. Check its query and window.',
      to: { ownersAnd: ['ada@example.com'] },
      key: 'rule_failing:alr_1',
    },
  ]);
  assert.deepEqual(await events(), [
    "rule_failing: Errors can't be evaluated: The query took too long. alr_1 none 3",
    'rule_recovered: Errors works again alr_1 none 3',
  ]);
});

test('what cannot be written down is a failure of the rule', async (t) => {
  const { metadata, needs, rule, run, notices } = await open(t);
  const fault = async (given: Rule, before: AlertRuleRunRow) =>
    metadata.transaction((unit) =>
      settleFault(needs, unit, { rule: given, run: before, tick: { at: AT, skipped: 0 } }, TIMES),
    );
  const settled = await fault(rule, { ...firstRun(rule), failures: 2 });
  const after = await run();

  assert.equal(settled, true);
  assert.deepEqual(
    [after.failures, after.health, after.health_detail, after.told_at],
    [3, 'error', "The result couldn't be saved. See the server log.", TIMES.now],
  );
  assert.equal(notices.length, 1);
  assert.equal(await fault({ ...rule, version: 2 }, firstRun(rule)), false);
});

test('a rule or a group is reset: what is open ends, and everything is forgotten', async (t) => {
  const { metadata, needs, rule, told, putIncident, putGroup, putMember, incidents } =
    await open(t);
  for (const hash of ['a', 'b', 'c']) {
    await putIncident({ id: `inc_${hash}`, group_hash: hash, fired_at: hash.codePointAt(0) ?? 0 });
    await putGroup({ rule_id: 'alr_1', group_hash: hash });
    await putMember({ rule_id: 'alr_1', group_hash: hash });
  }
  const telling = { ...needs, clock: { now: () => AT + 9 } };
  const left = async () => [
    (await metadata.db.selectFrom('alert_groups').selectAll().execute()).length,
    (await metadata.db.selectFrom('alert_members').selectAll().execute()).length,
  ];

  await metadata.transaction((unit) =>
    resetGroup(unit, telling, rule, { hash: 'b', reason: 'member_forgotten' }),
  );
  const one = [await left(), [...told]];
  await metadata.transaction((unit) => resetRule(unit, telling, rule, 'rule_edited'));

  assert.deepEqual(one, [[2, 2], ['b resolved 9']]);
  assert.deepEqual([await left(), told.length], [[0, 0], 3]);
  assert.deepEqual(
    (await incidents()).map((row) => [row.resolved_reason, (row.resolved_at ?? 0) - AT]),
    [
      ['rule_edited', 9],
      ['member_forgotten', 9],
      ['rule_edited', 9],
    ],
  );
  await metadata.transaction((unit) => resetRule(unit, telling, rule, 'rule_edited'));
  assert.equal(told.length, 3);
});

test('groups that changed since the rule was looked at are taken further as they are now', async (t) => {
  const { settle, incidents } = await open(t);
  const fires = measured([measuredGroup('true')]);
  await settle(fires);
  // As if it had been read before it fired.
  await settle(fires, undefined, []);

  assert.deepEqual(
    (await incidents()).map(({ status }) => status),
    ['firing'],
  );
});
