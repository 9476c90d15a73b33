import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openTestMetadata } from '../../../../test/support/open-test-metadata.ts';
import { organizationId } from '../../../base/ids.ts';
import type { LogDeletionRow } from '../../../engines/metadata/tables/search.ts';
import {
  changeDeletion,
  countOpenDeletions,
  findLogDeletion,
  forgetDeletions,
  insertDeletion,
  readDeletionState,
  readLogDeletions,
  showLogDeletion,
} from './log-deletions-table.ts';

const acme = organizationId('org_acme');
const birch = organizationId('org_birch');

const ROW: LogDeletionRow = {
  id: 'del_a',
  organization_id: acme,
  state: 'waiting',
  query: 'level=error earliest=-1h',
  search: 'level=error',
  from_ms: 1_000,
  to_ms: 2_000,
  requested_by: 'ann@example.com',
  ip_address: '192.0.2.1',
  user_agent: 'curl',
  attempts: 0,
  due_at: 3_000,
  lease_until: null,
  claimed_by: null,
  fence: 0,
  matched: null,
  remaining: null,
  created_at: 3_000,
  ended_at: null,
};

test('a deletion shows what was asked for, and what came of it as far as it is known', () => {
  assert.deepEqual(showLogDeletion(ROW), {
    id: 'del_a',
    state: 'waiting',
    query: 'level=error earliest=-1h',
    from: '1970-01-01T00:00:01.000Z',
    to: '1970-01-01T00:00:02.000Z',
    matched: null,
    deleted: null,
    remaining: null,
    requestedBy: 'ann@example.com',
    createdAt: '1970-01-01T00:00:03.000Z',
    endedAt: null,
  });
  const deleted = (matched: number | null, remaining: number | null) =>
    showLogDeletion({ ...ROW, matched, remaining }).deleted;
  assert.deepEqual(
    [deleted(9, 2), deleted(9, 0), deleted(2, 9), deleted(null, 2), deleted(9, null)],
    [7, 9, 0, null, null],
  );
  assert.equal(showLogDeletion({ ...ROW, ended_at: 4_000 }).endedAt, '1970-01-01T00:00:04.000Z');
});

const ORGANIZATIONS = [acme, birch].map((id) => ({
  id,
  name: id,
  plan: 'free' as const,
  timezone: 'UTC',
  retention_days: 7,
  closed_providers: '[]',
  allowed_networks: '[]',
  audit_open: 0,
  agents: 'read' as const,
  agents_masked: 1,
  second_factor: 'optional' as const,
  custom_daily_bytes: null,
  custom_monthly_credits: null,
  created_by: 'usr_a',
  created_at: 0,
  updated_at: 0,
}));

async function prepare(t: TestContext) {
  const metadata = await openTestMetadata(t);
  await metadata.db.insertInto('organizations').values(ORGANIZATIONS).execute();
  const rows: Partial<LogDeletionRow>[] = [
    { id: 'del_a', created_at: 10 },
    { id: 'del_b', created_at: 20, state: 'running' },
    { id: 'del_c', created_at: 20, state: 'done', ended_at: 50 },
    { id: 'del_d', created_at: 5, state: 'done', ended_at: 60 },
    { id: 'del_e', created_at: 99, organization_id: birch, state: 'failed', ended_at: 99 },
  ];
  await metadata.transaction(async (unit) => {
    for (const row of rows) await insertDeletion(unit, { ...ROW, ...row });
  });
  return metadata;
}

test('deletions are those of their organization, newest first and one more than asked for', async (t) => {
  const metadata = await prepare(t);
  const ids = async (page: Parameters<typeof readLogDeletions>[2]) =>
    (await readLogDeletions(metadata, acme, page)).map(({ id }) => id);

  assert.deepEqual(await ids({ limit: 2, after: undefined }), ['del_c', 'del_b', 'del_a']);
  assert.deepEqual(await ids({ limit: 9, after: undefined }), ['del_c', 'del_b', 'del_a', 'del_d']);
  assert.deepEqual(await ids({ limit: 2, after: { at: 20, id: 'del_c' } }), [
    'del_b',
    'del_a',
    'del_d',
  ]);
  assert.equal((await findLogDeletion(metadata, acme, 'del_b'))?.state, 'running');
  assert.equal(await findLogDeletion(metadata, birch, 'del_b'), undefined);
});

test('the state of the deletions of an organization changes with each step', async (t) => {
  const metadata = await prepare(t);

  assert.deepEqual(
    [await countOpenDeletions(metadata, acme), await countOpenDeletions(metadata, birch)],
    [2, 0],
  );
  assert.deepEqual(await readDeletionState(metadata, acme), {
    requested: 4,
    latest: 20,
    ended: 60,
    running: 1,
  });
  assert.deepEqual(await readDeletionState(metadata, organizationId('org_none')), {
    requested: 0,
    latest: 0,
    ended: 0,
    running: 0,
  });
  const end = { state: 'done', matched: 3, remaining: 1, ended_at: 70 } as const;
  await metadata.transaction((unit) => changeDeletion(unit, 'del_b', end));
  assert.deepEqual(await readDeletionState(metadata, acme), {
    requested: 4,
    latest: 20,
    ended: 70,
    running: 0,
  });
  assert.equal((await findLogDeletion(metadata, acme, 'del_a'))?.matched, null);
});

test('deletions that ended before a time are forgotten, open ones never', async (t) => {
  const metadata = await prepare(t);

  await forgetDeletions(metadata, 60);

  const left = await readLogDeletions(metadata, acme, { limit: 9, after: undefined });
  assert.deepEqual(
    left.map(({ id }) => id),
    ['del_b', 'del_a', 'del_d'],
  );
});
