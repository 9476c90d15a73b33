import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAlertTables, OURS, THEIRS } from '../../../../test/support/alerts/alert-tables.ts';
import {
  readGroups,
  removeAllGroups,
  removeGroups,
  writeGroups,
} from '../tables/alert-groups-table.ts';
import {
  readMembers,
  removeAllMembers,
  removeMembers,
  writeMembers,
} from '../tables/alert-members-table.ts';
import { FRESH, type GroupState } from './advance.ts';
import { noteBehind, readRuns, writeRuns } from '../tables/alert-rule-runs-table.ts';

const RULE = { id: 'alr_1', organization: OURS };
const OF_THEIRS = { id: 'alr_1', organization: THEIRS };

function group(hash: string, facts: Partial<GroupState> = {}): GroupState {
  return {
    hash,
    key: { host: hash },
    state: 'firing',
    progress: FRESH,
    incidentId: null,
    ...facts,
  };
}

async function openRules(t: Parameters<typeof openAlertTables>[0]) {
  const tables = await openAlertTables(t);
  await tables.putRule({ id: 'alr_1' });
  await tables.putRule({ id: 'alr_2' });
  await tables.putRule({ id: 'alr_theirs', organization_id: THEIRS });
  return tables;
}

test('groups are written, written anew and read by their rule', async (t) => {
  const { metadata, putGroup } = await openRules(t);
  const changed = group('b', { state: 'recovering', incidentId: 'inc_1' });
  await putGroup({ rule_id: 'alr_2', group_hash: 'c', group_key: '{"host":"c"}' });
  await putGroup({ rule_id: 'alr_theirs', group_hash: 'd', organization_id: THEIRS });
  await metadata.transaction(async (unit) => {
    await writeGroups(unit, RULE, [group('b'), group('a')]);
    await writeGroups(unit, RULE, [
      { ...changed, progress: { ...FRESH, ticks: 7, changes: [1, 2] } },
    ]);
  });

  const groups = await readGroups(metadata, OURS, ['alr_1', 'alr_theirs']);

  assert.deepEqual(
    [...groups],
    [['alr_1', [group('a'), { ...changed, progress: { ...FRESH, ticks: 7, changes: [1, 2] } }]]],
  );
  assert.equal((await readGroups(metadata, OURS, [])).size, 0);
});

test('groups of one rule are removed, those that are named or all', async (t) => {
  const { metadata } = await openRules(t);
  const left = async () =>
    [...(await readGroups(metadata, OURS, ['alr_1', 'alr_2']))].flatMap(([rule, groups]) =>
      groups.map(({ hash }) => `${rule} ${hash}`),
    );
  await metadata.transaction(async (unit) => {
    await writeGroups(unit, RULE, [group('a'), group('b')]);
    await writeGroups(unit, { ...RULE, id: 'alr_2' }, [group('a')]);
    await removeGroups(unit, OF_THEIRS, ['a']);
    await removeAllGroups(unit, OF_THEIRS);
  });
  const before = (await left()).length;
  await metadata.transaction((unit) => removeGroups(unit, RULE, ['a']));
  const named = await left();
  await metadata.transaction((unit) => removeAllGroups(unit, RULE));

  assert.equal(before, 3);
  assert.deepEqual(named.toSorted(), ['alr_1 b', 'alr_2 a']);
  assert.deepEqual(await left(), ['alr_2 a']);
});

test('very many groups and members are written and removed, each once', async (t) => {
  const { metadata } = await openRules(t);
  const hashes = Array.from({ length: 1_001 }, (_, at) => `g${at}`);
  const members = hashes.map((hash) => ({
    key: { host: hash },
    hash,
    windowsSeen: 1,
    isExpected: false,
    firstSeenAt: 1,
    lastSeenAt: 2,
  }));
  const count = async () => [
    (await readGroups(metadata, OURS, ['alr_1'])).get('alr_1')?.length,
    (await readMembers(metadata, OURS, ['alr_1'])).get('alr_1')?.length,
  ];

  await metadata.transaction(async (unit) => {
    await writeGroups(
      unit,
      RULE,
      hashes.map((hash) => group(hash)),
    );
    await writeMembers(unit, RULE, members);
  });
  const written = await count();
  await metadata.transaction(async (unit) => {
    await removeGroups(unit, RULE, hashes.slice(0, -1));
    await removeMembers(unit, RULE, hashes.slice(0, -1));
  });

  assert.deepEqual(
    [written, await count()],
    [
      [1_001, 1_001],
      [1, 1],
    ],
  );
});

test('members are written, written anew and read by their rule', async (t) => {
  const { metadata, putMember } = await openRules(t);
  const member = { key: { host: 'a' }, hash: 'a', windowsSeen: 1, firstSeenAt: 1, lastSeenAt: 2 };
  await putMember({ rule_id: 'alr_2', group_hash: 'c' });
  await putMember({ rule_id: 'alr_theirs', group_hash: 'd', organization_id: THEIRS });
  await metadata.transaction(async (unit) => {
    await writeMembers(unit, RULE, [
      { ...member, hash: 'b', isExpected: false },
      { ...member, isExpected: false },
    ]);
    const seen = { windowsSeen: 3, firstSeenAt: 5, lastSeenAt: 9, isExpected: true };
    await writeMembers(unit, RULE, [{ ...member, ...seen }]);
  });

  const rows = await readMembers(metadata, OURS, ['alr_1', 'alr_theirs']);

  const row = { organization_id: OURS, rule_id: 'alr_1', group_key: '{"host":"a"}' };
  const again = { windows_seen: 3, is_expected: 1, first_seen_at: 5, last_seen_at: 9 };
  const first = { windows_seen: 1, is_expected: 0, first_seen_at: 1, last_seen_at: 2 };
  assert.deepEqual(
    [...rows].map(([rule, members]) => [rule, members.map((each) => ({ ...each }))]),
    [
      [
        'alr_1',
        [
          { ...row, group_hash: 'a', ...again },
          { ...row, group_hash: 'b', ...first },
        ],
      ],
    ],
  );
  assert.equal((await readMembers(metadata, OURS, [])).size, 0);
});

test('members of one rule are removed, those that are named or all', async (t) => {
  const { metadata, putMember } = await openRules(t);
  for (const hash of ['a', 'b']) await putMember({ rule_id: 'alr_1', group_hash: hash });
  await putMember({ rule_id: 'alr_2', group_hash: 'a' });
  const left = async () => {
    const rows = await metadata.db.selectFrom('alert_members').selectAll().execute();
    return rows.map((row) => `${row.rule_id} ${row.group_hash}`).toSorted();
  };
  await metadata.transaction(async (unit) => {
    await removeMembers(unit, OF_THEIRS, ['a']);
    await removeAllMembers(unit, OF_THEIRS);
  });
  const before = (await left()).length;
  await metadata.transaction((unit) => removeMembers(unit, RULE, ['a']));
  const named = await left();
  await metadata.transaction((unit) => removeAllMembers(unit, RULE));

  assert.deepEqual([before, named], [3, ['alr_1 b', 'alr_2 a']]);
  assert.deepEqual(await left(), ['alr_2 a']);
});

test('a run is written unless the rule has another version by now', async (t) => {
  const { metadata, putRun } = await openRules(t);
  await putRun({ rule_id: 'alr_1', version: 2 });
  await putRun({ rule_id: 'alr_2', version: 2 });
  await putRun({ rule_id: 'alr_theirs', organization_id: THEIRS });
  const run = (await readRuns(metadata, OURS, ['alr_1'])).get('alr_1') ?? assert.fail();
  const next = {
    ...run,
    ticked_at: 5,
    health: 'error',
    health_detail: 'no',
    health_since: 6,
    failures: 7,
    told_at: 8,
    retry_at: 9,
    skipped_ticks: 10,
    sparkline: '[1]',
    memory: 'm',
  } as const;

  await metadata.transaction(async (unit) => {
    await writeRuns(unit, []);
    await writeRuns(unit, [next, { ...next, rule_id: 'alr_2', version: 1 }]);
    await writeRuns(unit, [{ ...next, rule_id: 'alr_theirs' }]);
  });

  const runs = await readRuns(metadata, OURS, ['alr_1', 'alr_2', 'alr_theirs']);
  assert.deepEqual([...runs.keys()].toSorted(), ['alr_1', 'alr_2']);
  assert.deepEqual({ ...runs.get('alr_1') }, next);
  assert.equal(runs.get('alr_2')?.health, 'ok');
  const theirs = (await readRuns(metadata, THEIRS, ['alr_theirs'])).get('alr_theirs');
  assert.equal(theirs?.health, 'ok');
  assert.equal((await readRuns(metadata, OURS, [])).size, 0);
  await metadata.transaction((unit) => writeRuns(unit, [{ ...next, version: 3, failures: 0 }]));
  const later = (await readRuns(metadata, OURS, ['alr_1'])).get('alr_1');
  assert.deepEqual([later?.version, later?.failures], [3, 0]);
});

test('all rules of a batch are behind, once', async (t) => {
  const { metadata, putBatch, putRule, putRun } = await openAlertTables(t);
  await putBatch({ id: 'alb_1' });
  await putBatch({ id: 'alb_2', slice: 1 });
  await putRule({ id: 'alr_1', batch_id: 'alb_1' });
  await putRule({ id: 'alr_behind', batch_id: 'alb_1' });
  await putRule({ id: 'alr_other', batch_id: 'alb_2' });
  await putRule({ id: 'alr_theirs', batch_id: 'alb_1', organization_id: THEIRS });
  await putRule({ id: 'alr_mixed', batch_id: 'alb_1', organization_id: THEIRS });
  await putRun({ rule_id: 'alr_1' });
  await putRun({ rule_id: 'alr_behind', health: 'behind', health_detail: 'before' });
  await putRun({ rule_id: 'alr_other' });
  await putRun({ rule_id: 'alr_theirs', organization_id: THEIRS });
  await putRun({ rule_id: 'alr_mixed' });

  const count = await metadata.transaction((unit) =>
    noteBehind(unit, OURS, 'alb_1', { detail: 'late', at: 7 }),
  );

  const rows = await metadata.db
    .selectFrom('alert_rule_runs')
    .selectAll()
    .orderBy('rule_id')
    .execute();
  assert.equal(count, 1);
  assert.deepEqual(
    rows.map((row) => `${row.rule_id} ${row.health} ${row.health_detail} ${row.health_since}`),
    [
      'alr_1 behind late 7',
      'alr_behind behind before 0',
      'alr_mixed ok  0',
      'alr_other ok  0',
      'alr_theirs ok  0',
    ],
  );
});
