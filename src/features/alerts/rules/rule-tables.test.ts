import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAlertTables, OURS, THEIRS } from '../../../../test/support/alerts/alert-tables.ts';
import {
  findPhase,
  insertBatch,
  noteTicked,
  oldestTickDue,
  readBatches,
  removeEmptyBatch,
} from '../tables/alert-batches-table.ts';
import { listMembers, removeMember } from '../tables/alert-members-table.ts';
import {
  countAlertRules,
  countRulesOfKind,
  findChannelIds,
  findRuleRow,
  findRules,
  insertRule,
  readRuleRows,
  removeRule,
  rulesOfBatch,
  updateRule,
} from '../tables/alert-rules-table.ts';
import { keepRun, readStandings, restartRun } from '../tables/alert-rule-runs-table.ts';

const ALL = { limit: 99, after: undefined };
const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

test('rules are counted and found, and of one organization', async (t) => {
  const { metadata, putRule } = await openAlertTables(t);
  await putRule({ id: 'alr_1', name: 'One', is_enabled: 0, snoozed_until: 9, updated_at: 8 });
  await putRule({ id: 'alr_2', kind: 'verdict' });
  await putRule({ id: 'alr_3', kind: 'verdict' });
  await putRule({ id: 'alr_theirs', kind: 'verdict', organization_id: THEIRS });

  assert.equal(await countAlertRules(metadata, OURS), 3);
  assert.equal(await countRulesOfKind(metadata, OURS, 'verdict', 'alr_3'), 1);
  assert.equal(await countRulesOfKind(metadata, OURS, 'verdict', 'alr_1'), 2);
  assert.equal((await findRuleRow(metadata, OURS, 'alr_2'))?.id, 'alr_2');
  assert.equal(await findRuleRow(metadata, OURS, 'alr_theirs'), undefined);
  assert.deepEqual(await findRules(metadata, OURS, []), []);
  const [one, ...others] = await findRules(metadata, OURS, ['alr_1', 'alr_theirs']);
  assert.deepEqual(others, []);
  assert.deepEqual(
    { ...one, settings: one?.settings.interval },
    {
      id: 'alr_1',
      organization: OURS,
      name: 'One',
      version: 1,
      isEnabled: false,
      settings: 60,
      snoozedUntil: 9,
      createdBy: 'usr_example',
      changedAt: 8,
    },
  );
});

test('rules are listed newest first, by the state of their groups and by health', async (t) => {
  const { metadata, putRule, putGroup, putRun } = await openAlertTables(t);
  const states = ['firing', 'recovering', 'pending', 'closed', 'resting'] as const;
  for (const [at, state] of states.entries()) {
    await putRule({ id: `alr_${state}`, created_at: at });
    await putGroup({ rule_id: `alr_${state}`, group_hash: 'a', state });
    await putRun({
      rule_id: `alr_${state}`,
      health: state === 'closed' ? 'error' : 'ok',
      ticked_at: 1,
    });
  }
  await putGroup({ rule_id: 'alr_firing', group_hash: 'b', state: 'pending' });
  await putRule({ id: 'alr_theirs', created_at: 9, organization_id: THEIRS });
  await putGroup({ rule_id: 'alr_resting', group_hash: 'b', organization_id: THEIRS });
  await putRule({ id: 'alr_mixed', created_at: 8 });
  await putRun({ rule_id: 'alr_mixed', health: 'error', organization_id: THEIRS });
  const listed = async (filter: Parameters<typeof readRuleRows>[3]) =>
    idsOf(await readRuleRows(metadata, OURS, ALL, filter));

  assert.deepEqual(await listed(undefined), [
    'alr_mixed',
    'alr_resting',
    'alr_closed',
    'alr_pending',
    'alr_recovering',
    'alr_firing',
  ]);
  assert.deepEqual(await listed({ state: 'firing' }), ['alr_recovering', 'alr_firing']);
  // What was never checked is not known to be normal.
  assert.deepEqual(await listed({ state: 'pending' }), ['alr_mixed', 'alr_pending']);
  assert.deepEqual(await listed({ state: 'normal' }), ['alr_resting', 'alr_closed']);
  assert.deepEqual(await listed({ health: 'error' }), ['alr_closed']);
});

test('one rule is changed or removed, and of one organization', async (t) => {
  const { metadata, putRule } = await openAlertTables(t);
  await putRule({ id: 'alr_1' });
  await putRule({ id: 'alr_2' });
  const versions = async () =>
    (await metadata.db.selectFrom('alert_rules').selectAll().orderBy('id').execute()).map(
      ({ id, version }) => `${id} ${version}`,
    );

  await metadata.transaction(async (unit) => {
    await updateRule(unit, OURS, 'alr_1', { version: 2 });
    await updateRule(unit, THEIRS, 'alr_2', { version: 2 });
    await removeRule(unit, THEIRS, 'alr_2');
  });
  const changed = await versions();
  const row = (await findRuleRow(metadata, OURS, 'alr_1')) ?? assert.fail();
  await metadata.transaction((unit) => removeRule(unit, OURS, 'alr_1'));
  const removed = await versions();
  await metadata.transaction((unit) => insertRule(unit, row));

  assert.deepEqual([changed, removed], [['alr_1 2', 'alr_2 1'], ['alr_2 1']]);
  assert.deepEqual(await versions(), ['alr_1 2', 'alr_2 1']);
});

test('a batch has its rules in a lasting order, and its phase', async (t) => {
  const { metadata, putBatch, putRule } = await openAlertTables(t);
  await putBatch({ id: 'alb_1', phase_s: 7 });
  await putBatch({ id: 'alb_2', phase_s: 8, slice: 1 });
  await putBatch({ id: 'alb_theirs', phase_s: 9, organization_id: THEIRS });
  await putRule({ id: 'alr_b', batch_id: 'alb_1' });
  await putRule({ id: 'alr_a', batch_id: 'alb_1' });
  await putRule({ id: 'alr_c', batch_id: 'alb_2' });
  await putRule({ id: 'alr_none' });
  await putRule({ id: 'alr_theirs', batch_id: 'alb_1', organization_id: THEIRS });
  await putRule({ id: 'alr_mixed', batch_id: 'alb_theirs' });
  const phase = (id: string) => findPhase(metadata, { organization: OURS, id });

  assert.deepEqual(idsOf(await rulesOfBatch(metadata, OURS, 'alb_1')), ['alr_a', 'alr_b']);
  assert.deepEqual(
    [await phase('alr_a'), await phase('alr_c'), await phase('alr_none')],
    [7, 8, 0],
  );
  assert.deepEqual([await phase('alr_theirs'), await phase('alr_mixed')], [0, 0]);
});

test('batches of an interval are read by slice, with how many rules they have', async (t) => {
  const { metadata, putBatch, putRule } = await openAlertTables(t);
  await putBatch({ id: 'alb_2', slice: 2 });
  await putBatch({ id: 'alb_1', slice: 1 });
  await putBatch({ id: 'alb_slow', interval_s: 300 });
  await putBatch({ id: 'alb_theirs', organization_id: THEIRS });
  await putRule({ id: 'alr_1', batch_id: 'alb_1' });
  await putRule({ id: 'alr_2', batch_id: 'alb_1' });
  await putRule({ id: 'alr_theirs', batch_id: 'alb_2', organization_id: THEIRS });

  const batches = await metadata.transaction((unit) => readBatches(unit, OURS, 60));

  assert.deepEqual(
    batches.map((batch) => ({ ...batch })),
    [
      { id: 'alb_1', slice: 1, rules: 2 },
      { id: 'alb_2', slice: 2, rules: 0 },
    ],
  );
});

test('a batch goes when it is empty', async (t) => {
  const { metadata, putBatch, putRule } = await openAlertTables(t);
  await putBatch({ id: 'alb_1' });
  await putBatch({ id: 'alb_full', slice: 1 });
  await putBatch({ id: 'alb_other', slice: 2 });
  await putRule({ id: 'alr_1', batch_id: 'alb_full' });
  await putRule({ id: 'alr_theirs', batch_id: 'alb_1', organization_id: THEIRS });
  const left = async () =>
    idsOf(await metadata.db.selectFrom('alert_batches').select('id').orderBy('id').execute());

  await metadata.transaction(async (unit) => {
    await removeEmptyBatch(unit, THEIRS, 'alb_other');
    await removeEmptyBatch(unit, OURS, 'alb_full');
  });
  const before = await left();
  const row = await metadata.db
    .selectFrom('alert_batches')
    .selectAll()
    .where('id', '=', 'alb_1')
    .executeTakeFirstOrThrow();
  await metadata.transaction((unit) => removeEmptyBatch(unit, OURS, 'alb_1'));
  const after = await left();
  await metadata.transaction((unit) => insertBatch(unit, row));

  assert.deepEqual(before, ['alb_1', 'alb_full', 'alb_other']);
  assert.deepEqual(after, ['alb_full', 'alb_other']);
  assert.deepEqual(await left(), ['alb_1', 'alb_full', 'alb_other']);
});

test('the most belated batch tells when it should have ticked', async (t) => {
  const { metadata, putBatch } = await openAlertTables(t);
  const none = await oldestTickDue(metadata);
  await putBatch({ id: 'alb_1', ticked_at: 5_000 });
  await putBatch({ id: 'alb_2', slice: 1, ticked_at: 6_000, interval_s: 30 });
  const belated = await oldestTickDue(metadata);
  await metadata.transaction(async (unit) => {
    await noteTicked(unit, THEIRS, 'alb_1', 1);
    await noteTicked(unit, OURS, 'alb_2', 90_000);
  });

  assert.deepEqual([none, belated], [undefined, 36_000]);
  assert.equal(await oldestTickDue(metadata), 65_000);
});

test('those of the named channels that there are', async (t) => {
  const { metadata, putChannel } = await openAlertTables(t);
  await putChannel({ id: 'chn_1' });
  await putChannel({ id: 'chn_2' });
  await putChannel({ id: 'chn_theirs', organization_id: THEIRS });

  assert.deepEqual(await findChannelIds(metadata, OURS, ['chn_1', 'chn_theirs']), ['chn_1']);
  assert.deepEqual(await findChannelIds(metadata, OURS, []), []);
});

test('members are read page by page, and forgotten one by one', async (t) => {
  const { metadata, putRule, putMember } = await openAlertTables(t);
  await putRule({ id: 'alr_1' });
  await putRule({ id: 'alr_2' });
  for (const hash of ['c', 'a', 'b', 'd']) await putMember({ rule_id: 'alr_1', group_hash: hash });
  await putMember({ rule_id: 'alr_2', group_hash: 'a' });
  await putMember({ rule_id: 'alr_1', group_hash: 'e', organization_id: THEIRS });
  const page = async (limit: number, after?: string) => {
    const cursor = after === undefined ? undefined : { at: 0, id: after };
    const rows = await listMembers(metadata, OURS, 'alr_1', { limit, after: cursor });
    return rows.map((row) => row.group_hash).join('');
  };

  assert.deepEqual([await page(2), await page(9), await page(1, 'b')], ['abc', 'abcd', 'cd']);
  const removed = await metadata.transaction(async (unit) => [
    await removeMember(unit, THEIRS, 'alr_1', 'a'),
    await removeMember(unit, OURS, 'alr_2', 'b'),
    (await removeMember(unit, OURS, 'alr_1', 'a'))?.group_hash,
  ]);
  assert.deepEqual(removed, [undefined, undefined, 'a']);
  assert.equal(await page(9), 'bcd');
  assert.equal((await listMembers(metadata, OURS, 'alr_2', ALL)).length, 1);
});

test('a rule stands as its groups, its run and its batch say', async (t) => {
  const { metadata, putBatch, putRule, putRun, putGroup } = await openAlertTables(t);
  await putBatch({ id: 'alb_1', ticked_at: 5_000 });
  await putBatch({ id: 'alb_theirs', organization_id: THEIRS });
  await putRule({ id: 'alr_1', batch_id: 'alb_1' });
  await putRule({ id: 'alr_2', batch_id: 'alb_theirs' });
  await putRule({ id: 'alr_3' });
  await putRun({ rule_id: 'alr_1', failures: 3 });
  await putRun({ rule_id: 'alr_2', organization_id: THEIRS });
  await putRun({ rule_id: 'alr_3' });
  const states = ['firing', 'recovering', 'pending', 'closed', 'resting'] as const;
  for (const state of states) await putGroup({ rule_id: 'alr_1', group_hash: state, state });
  await putGroup({ rule_id: 'alr_1', group_hash: 'theirs', organization_id: THEIRS });
  await putGroup({ rule_id: 'alr_3', group_hash: 'pending', state: 'pending' });

  const rules = [
    { id: 'alr_1', batch_id: 'alb_1' },
    { id: 'alr_2', batch_id: 'alb_theirs' },
    { id: 'alr_4', batch_id: null },
  ];
  const standings = await readStandings(metadata, OURS, rules);
  const { run, ...one } = standings.get('alr_1') ?? assert.fail();

  assert.equal(run?.failures, 3);
  assert.deepEqual(one, { firing: 2, pending: 1, nextTickAt: 65_000 });
  const nothing = { run: undefined, firing: 0, pending: 0, nextTickAt: null };
  assert.deepEqual(standings.get('alr_2'), nothing);
  assert.deepEqual(standings.get('alr_4'), nothing);
  assert.equal((await readStandings(metadata, OURS, [])).size, 0);
  const [alone] = await readStandings(metadata, OURS, [{ id: 'alr_3', batch_id: null }]);
  assert.deepEqual([alone?.[1].pending, alone?.[1].nextTickAt], [1, null]);
});

test('a run begins anew, or goes on under another version', async (t) => {
  const { metadata, putRule, putRun } = await openAlertTables(t);
  await putRule({ id: 'alr_1' });
  await putRule({ id: 'alr_2' });
  await putRun({ rule_id: 'alr_2', failures: 9, memory: 'm', ticked_at: 3 });
  const runs = async () =>
    (await metadata.db.selectFrom('alert_rule_runs').selectAll().orderBy('rule_id').execute()).map(
      (row) => ({ ...row }),
    );
  await metadata.transaction(async (unit) => {
    await keepRun(unit, THEIRS, { id: 'alr_2', version: 7 });
    await restartRun(unit, OURS, { id: 'alr_1', version: 2, is_enabled: 1 }, 5);
    await keepRun(unit, OURS, { id: 'alr_1', version: 3 });
  });
  const [first, second] = await runs();
  await metadata.transaction((unit) =>
    restartRun(unit, OURS, { id: 'alr_2', version: 4, is_enabled: 0 }, 6),
  );

  const fresh = {
    rule_id: 'alr_1',
    organization_id: OURS,
    version: 3,
    ticked_at: null,
    health: 'learning',
    health_detail: 'Not checked yet.',
    health_since: 5,
    failures: 0,
    told_at: null,
    retry_at: null,
    skipped_ticks: 0,
    sparkline: '[]',
    memory: '',
  };
  assert.deepEqual(first, fresh);
  assert.deepEqual([second?.version, second?.failures], [1, 9]);
  assert.deepEqual((await runs())[1], {
    ...fresh,
    rule_id: 'alr_2',
    version: 4,
    health: 'disabled',
    health_detail: '',
    health_since: 6,
  });
});
