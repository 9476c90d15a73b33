/** The verbs of rules, on a metadata store alone. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { insertIncident, insertRule } from '../../../../test/support/alerts/alert-rows.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { AppError } from '../../../base/errors.ts';
import type { AlertRuleDraft } from '../../../contract/alert-rule-settings.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { PLANS } from '../../../spec/plans.ts';
import { findIncident } from '../tables/alert-incidents-table.ts';
import {
  changeAlertRule,
  createAlertRule,
  deleteAlertRule,
  listAlertRules,
  listAlertRuleVersions,
  readAlertRule,
  snoozeAlertRule,
  switchAlertRule,
} from './manage-alert-rules.ts';
import type { RuleNeeds } from './rule-needs.ts';

const DRAFT: AlertRuleDraft = {
  name: ' Errors ',
  query: 'level=error',
  condition: { kind: 'threshold', op: '>', value: 5 },
};
const VERDICT: AlertRuleDraft = {
  name: 'Judged',
  query: 'level=error',
  interval: 300,
  condition: { kind: 'verdict', criteria: 'Is it well?' },
};

async function open(t: TestContext, plan: 'free' | 'business' = 'free') {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { id: organization, owner } = await access.newOrganization(plan);
  const resets: string[] = [];
  const needs: RuleNeeds = {
    metadata,
    clock,
    plans: PLANS,
    resetRule: async (_unit, rule, reason) => {
      resets.push(`${rule.name} v${rule.version} ${reason}`);
    },
    resetGroup: () => Promise.reject(new Error('no member is forgotten here')),
  };
  const audit = async () =>
    (await access.auditOf(organization)).map(({ action, details }) => {
      const { changes, ...others } = JSON.parse(details) as { changes?: unknown };
      // What a whole rule is made of stands in the tests of differences.
      const isWhole = action === 'alert_rule.created' || action === 'alert_rule.deleted';
      const shown = isWhole || changes === undefined ? others : { ...others, changes };
      return `${action} ${JSON.stringify(shown)}`;
    });
  const batches = async () =>
    (await metadata.db.selectFrom('alert_batches').select('interval_s').execute()).map(
      (row) => row.interval_s,
    );
  const actor = owner.actor;
  return { access, metadata, clock, organization, owner, actor, needs, resets, audit, batches };
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    assert(error instanceof AppError);
    return [error.code, error.message, ...(error.facts.details ?? []).map(({ path }) => path)];
  }
}

test('a rule is created, and is placed in a batch unless it is off', async (t) => {
  const { needs, actor, owner, audit, batches } = await open(t);

  const created = await createAlertRule(needs, actor, DRAFT);
  const off = await createAlertRule(needs, actor, { ...DRAFT, name: 'Off', enabled: false });

  const { name, version, enabled, kind, state, firing, health, healthDetail } = created;
  assert.deepEqual(
    [name, version, enabled, kind, state, firing, health, healthDetail],
    ['Errors', 1, true, 'threshold', 'pending', 0, 'learning', 'Not checked yet.'],
  );
  assert.deepEqual(
    [created.createdBy, created.createdAt, created.updatedAt],
    [owner.email, '2026-01-15T12:00:00.000Z', '2026-01-15T12:00:00.000Z'],
  );
  assert.deepEqual([created.snoozedUntil, created.lastTickAt], [null, null]);
  assert.notEqual(created.nextTickAt, null);
  assert.deepEqual([off.enabled, off.health, off.nextTickAt], [false, 'disabled', null]);
  assert.deepEqual(await batches(), [60]);
  assert.deepEqual(await audit(), [
    'alert_rule.created {"name":"Errors","kind":"threshold","severity":"warning"}',
    'alert_rule.created {"name":"Off","kind":"threshold","severity":"warning"}',
  ]);
});

test('a plan has so many rules, and a name is taken once', async (t) => {
  const { needs, actor } = await open(t);
  for (const name of ['a', 'b', 'c', 'd']) await createAlertRule(needs, actor, { ...DRAFT, name });

  assert.deepEqual(await refusal(createAlertRule(needs, actor, { ...DRAFT, name: 'a' })), [
    'CONFLICT',
    'An alert rule with this name already exists.',
  ]);
  await createAlertRule(needs, actor, { ...DRAFT, name: 'e' });
  const [code] = (await refusal(createAlertRule(needs, actor, DRAFT))) as string[];
  assert.equal(code, 'PLAN_LIMIT_REACHED');
});

test('what a rule names must be there, and is not the rule itself', async (t) => {
  const { needs, actor, organization, metadata } = await open(t);
  const other = await insertRule(metadata, organization);
  const made = await createAlertRule(needs, actor, { ...DRAFT, mutedBy: [other.id] });
  const change = (mutedBy: string[], version: number) =>
    changeAlertRule(needs, actor, made.id, { version, mutedBy });

  assert.deepEqual(made.mutedBy, [other.id]);
  assert.deepEqual(await refusal(change([made.id], 1)), [
    'VALIDATION_ERROR',
    'Invalid input.',
    'mutedBy',
  ]);
  assert.deepEqual(await refusal(change(['alr_none'], 1)), ['NOT_FOUND', 'No such alert rule.']);
  const unknown = { ...DRAFT, name: 'New', channels: ['chn_none'] };
  assert.deepEqual(await refusal(createAlertRule(needs, actor, unknown)), [
    'NOT_FOUND',
    'No such channel.',
  ]);
  await deleteAlertRule(needs, actor, other.id);
  assert.deepEqual((await change([other.id], 1)).mutedBy, [], 'it was named before');
});

test('what cannot be evaluated or told is refused before anything is written', async (t) => {
  const { needs, actor, audit } = await open(t);
  const refused = (draft: object) => refusal(createAlertRule(needs, actor, { ...DRAFT, ...draft }));
  const invalid = ['VALIDATION_ERROR', 'Invalid input.'];

  assert.deepEqual(await refused({ title: '{{nothing}}' }), [...invalid, 'title']);
  assert.deepEqual(await refused({ body: '{{nothing}}' }), [...invalid, 'body']);
  assert.deepEqual(await refused({ query: undefined }), [...invalid, 'query']);
  assert.deepEqual(await refused({ savedSearch: 'svs_1' }), [...invalid, 'savedSearch']);
  assert.deepEqual(await refused({ interval: 301, window: 300 }), [...invalid, 'window']);
  assert.deepEqual(await refused({ ...VERDICT, interval: 299 }), [...invalid, 'interval']);
  assert.deepEqual(
    await refused({ condition: { kind: 'threshold', of: 'n', op: '>', value: 1 } }),
    [
      'VALIDATION_ERROR',
      'Without a command such as `stats` in the query, only `count` can be evaluated.',
      'condition.of',
    ],
  );
  assert.deepEqual(await audit(), []);
});

test('ten rules have events judged', async (t) => {
  const { needs, actor, organization, metadata } = await open(t, 'business');
  const max = 10;
  const judged = await createAlertRule(needs, actor, VERDICT);
  const counted = await createAlertRule(needs, actor, DRAFT);
  for (let i = 1; i < max; i += 1) {
    const { id } = await insertRule(metadata, organization);
    await metadata.db
      .updateTable('alert_rules')
      .set('kind', 'verdict')
      .where('id', '=', id)
      .execute();
  }
  const full = ['PLAN_LIMIT_REACHED', 'An organization can have at most 10 rules with verdicts.'];

  assert.deepEqual(
    await refusal(createAlertRule(needs, actor, { ...VERDICT, name: 'More' })),
    full,
  );
  const { condition, interval } = VERDICT;
  const change = { version: 1, condition, ...(interval === undefined ? {} : { interval }) };
  assert.deepEqual(await refusal(changeAlertRule(needs, actor, counted.id, change)), full);
  const again = await changeAlertRule(needs, actor, judged.id, { version: 1, window: 600 });
  assert.equal(again.window, 600);
});

test('a change of what is evaluated begins anew, another one does not', async (t) => {
  const { needs, actor, clock, resets, audit, metadata } = await open(t);
  const { id } = await createAlertRule(needs, actor, DRAFT);
  const run = () => metadata.db.selectFrom('alert_rule_runs').selectAll().executeTakeFirstOrThrow();
  await metadata.db.updateTable('alert_rule_runs').set({ health: 'ok', memory: 'kept' }).execute();
  clock.advance(1_000);

  const told = await changeAlertRule(needs, actor, id, { version: 1, severity: 'error' });
  assert.deepEqual([told.version, told.severity, told.name], [2, 'error', 'Errors']);
  assert.deepEqual(
    [told.createdAt, told.updatedAt],
    ['2026-01-15T12:00:00.000Z', '2026-01-15T12:00:01.000Z'],
  );
  assert.deepEqual(resets, []);
  const kept = await run();
  assert.deepEqual([kept.version, kept.health, kept.memory], [2, 'ok', 'kept']);

  const other = await changeAlertRule(needs, actor, id, { version: 2, name: ' New ', window: 600 });
  assert.deepEqual([other.version, other.name, other.window], [3, 'New', 600]);
  assert.deepEqual(resets, ['Errors v2 rule_edited']);
  const anew = await run();
  assert.deepEqual([anew.version, anew.health, anew.memory], [3, 'learning', '']);
  assert.deepEqual((await audit()).slice(1), [
    'alert_rule.updated {"name":"Errors","version":2,"changed":["severity"],"changes":[{"field":"severity","before":"warning","after":"error"}]}',
    'alert_rule.updated {"name":"New","version":3,"changed":["name","window"],"changes":[{"field":"name","before":"Errors","after":"New"},{"field":"window","before":300,"after":600}]}',
  ]);
});

test('a change needs the present version, and a text that can be filled', async (t) => {
  const { needs, actor } = await open(t);
  const { id } = await createAlertRule(needs, actor, DRAFT);
  const refused = (change: object) =>
    refusal(changeAlertRule(needs, actor, id, { version: 1, ...change }));

  assert.deepEqual(await refused({ version: 2 }), [
    'CONFLICT',
    'The rule was changed by someone else and is now at version 1. Reload it and try again.',
  ]);
  const invalid = ['VALIDATION_ERROR', 'Invalid input.'];
  assert.deepEqual(await refused({ title: '{{nothing}}' }), [...invalid, 'title']);
  assert.deepEqual(await refused({ body: '{{nothing}}' }), [...invalid, 'body']);
  assert.deepEqual(await refusal(changeAlertRule(needs, actor, 'alr_none', { version: 1 })), [
    'NOT_FOUND',
    'No such alert rule.',
  ]);
});

test('another interval takes a rule to another batch, unless it is off', async (t) => {
  const { needs, actor, batches } = await open(t);
  const { id } = await createAlertRule(needs, actor, DRAFT);
  const off = await createAlertRule(needs, actor, { ...DRAFT, name: 'Off', enabled: false });

  const moved = await changeAlertRule(needs, actor, id, { version: 1, interval: 120 });
  await changeAlertRule(needs, actor, off.id, { version: 1, interval: 180 });

  assert.notEqual(moved.nextTickAt, null);
  assert.deepEqual(await batches(), [120]);
});

test('a rule is switched off and on, each of them once', async (t) => {
  const { needs, actor, clock, resets, audit, batches } = await open(t);
  const { id } = await createAlertRule(needs, actor, DRAFT);
  clock.advance(1_000);

  const same = await switchAlertRule(needs, actor, id, true);
  const off = await switchAlertRule(needs, actor, id, false);
  const offAgain = await switchAlertRule(needs, actor, id, false);
  const batchesOff = await batches();
  const on = await switchAlertRule(needs, actor, id, true);

  assert.deepEqual([same.version, same.updatedAt], [1, '2026-01-15T12:00:00.000Z']);
  assert.deepEqual([off.version, off.enabled, off.health], [2, false, 'disabled']);
  assert.equal(off.updatedAt, '2026-01-15T12:00:01.000Z');
  assert.deepEqual(offAgain, off);
  assert.deepEqual([on.version, on.enabled, on.health], [3, true, 'learning']);
  assert.deepEqual([batchesOff, await batches()], [[], [60]]);
  assert.deepEqual(resets, ['Errors v1 rule_disabled']);
  assert.deepEqual((await audit()).slice(1), [
    'alert_rule.disabled {"name":"Errors","changed":["enabled"],"changes":[{"field":"enabled","before":true,"after":false}]}',
    'alert_rule.enabled {"name":"Errors","changed":["enabled"],"changes":[{"field":"enabled","before":false,"after":true}]}',
  ]);
});

test('a rule is snoozed for a while, and no longer', async (t) => {
  const { needs, actor, clock, audit } = await open(t);
  const { id } = await createAlertRule(needs, actor, DRAFT);

  const snoozed = await snoozeAlertRule(needs, actor, id, 60);
  clock.advance(60_000);
  const over = await readAlertRule(needs, actor, id);
  await snoozeAlertRule(needs, actor, id, 3_600);
  const awake = await snoozeAlertRule(needs, actor, id, 0);

  assert.deepEqual([snoozed.snoozedUntil, snoozed.version], ['2026-01-15T12:01:00.000Z', 1]);
  assert.deepEqual([over.snoozedUntil, awake.snoozedUntil], [null, null]);
  assert.equal((await audit())[1], 'alert_rule.snoozed {"name":"Errors","seconds":60}');
});

test('what a snoozed rule fires is told again at its end', async (t) => {
  const { needs, actor, metadata, organization, clock } = await open(t);
  const rule = await insertRule(metadata, organization);
  const other = await insertRule(metadata, organization);
  const firing = await insertIncident(metadata, rule, clock.now());
  const untouched = await insertIncident(metadata, other, clock.now());
  const remindAt = async (id: string) =>
    (await findIncident(metadata, organization, id))?.remind_at;

  await snoozeAlertRule(needs, actor, rule.id, 60);
  assert.equal(await remindAt(firing.id), clock.now() + 60_000);
  assert.equal(await remindAt(untouched.id), untouched.remind_at);
  await snoozeAlertRule(needs, actor, rule.id, 0);
  assert.equal(await remindAt(firing.id), clock.now() + 60_000);
});

test('a deleted rule is gone, and its batch with it', async (t) => {
  const { needs, actor, resets, audit, batches } = await open(t);
  const { id } = await createAlertRule(needs, actor, DRAFT);

  await deleteAlertRule(needs, actor, id);

  const none = ['NOT_FOUND', 'No such alert rule.'];
  assert.deepEqual(await refusal(readAlertRule(needs, actor, id)), none);
  assert.deepEqual(await refusal(deleteAlertRule(needs, actor, id)), none);
  assert.deepEqual([resets, await batches()], [['Errors v1 rule_deleted'], []]);
  assert.equal((await audit())[1], 'alert_rule.deleted {"name":"Errors"}');
});

test('rules are listed newest first, page by page, each with its own standing', async (t) => {
  const { needs, actor, clock } = await open(t);
  for (const name of ['a', 'b', 'c']) {
    await createAlertRule(needs, actor, { ...DRAFT, name, enabled: name !== 'b' });
    clock.advance(1_000);
  }

  const first = await listAlertRules(needs, actor, { limit: 2, after: undefined }, {});

  assert.deepEqual(
    first.data.map(({ name, health }) => [name, health]),
    [
      ['c', 'learning'],
      ['b', 'disabled'],
    ],
  );
  assert.equal(typeof first.nextCursor, 'string');
  const whole = await listAlertRules(needs, actor, { limit: 3, after: undefined }, {});
  assert.deepEqual([whole.data.length, whole.nextCursor], [3, null]);
});

test('a rule keeps its versions, and one of them is restored', async (t) => {
  const { needs, actor, access, metadata } = await open(t, 'business');
  const other = (await access.newOrganization()).owner.actor;
  const { id } = await createAlertRule(needs, actor, DRAFT);
  await switchAlertRule(needs, actor, id, false);
  const query = 'level=fatal';
  await changeAlertRule(needs, actor, id, { version: 2, query, for: 600 });

  const [newest, first] = await listAlertRuleVersions(needs, actor, id);
  assert.ok(newest !== undefined && first !== undefined);
  const { version: _version, savedAt: _savedAt, savedBy, ...settings } = first;
  const restored = await changeAlertRule(needs, actor, id, { ...settings, version: 3 });
  for (let version = 4; version <= LIMITS.alerts.versionsMax + 1; version += 1) {
    await changeAlertRule(needs, actor, id, { version, samples: version % 5 });
  }
  const many = await listAlertRuleVersions(needs, actor, id);
  await assert.rejects(listAlertRuleVersions(needs, other, id), { code: 'NOT_FOUND' });
  await deleteAlertRule(needs, actor, id);
  const left = await metadata.db.selectFrom('knowledge_versions').selectAll().execute();

  assert.deepEqual([newest.version, newest.query, newest.for], [3, query, 600]);
  // Disabling keeps what the rule was before the next change.
  assert.deepEqual([first.version, first.query, first.for], [2, 'level=error', 0]);
  assert.equal(savedBy, newest.savedBy);
  assert.deepEqual([restored.query, restored.for, restored.enabled], ['level=error', 0, false]);
  assert.equal(many[0]?.version, LIMITS.alerts.versionsMax + 2);
  assert.equal(many.at(-1)?.version, 3, 'the oldest goes');
  assert.deepEqual(left, []);
});
