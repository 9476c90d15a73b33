import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { applyLedger } from '../../../../test/support/metadata/apply-ledger.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import type { LogDeletionRow } from '../../../engines/metadata/tables/search.ts';
import { readLedger } from './ledger-table.ts';
import { noteLedger } from './note-ledger.ts';

/** An organization with one of everything that a ledger lists, twice where something may be taken away. */
async function prepare(t: TestContext) {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { db } = metadata;
  const { id: organization, owner } = await access.newOrganization();
  const member = await access.join(organization, 'member');
  const now = clock.now();
  const row = { organization_id: organization, created_at: now };
  await access.newKey(owner);
  await access.newKey(owner);
  await access.newToken(owner);
  await access.newToken(owner);
  for (const id of ['inv_1', 'inv_2', 'inv_3']) {
    const who = { email: `${id}@example.com`, role: 'member' as const, invited_by: owner.id };
    const state = id === 'inv_3' ? ('accepted' as const) : ('pending' as const);
    const times = { sent_at: now, expires_at: now + 1, ended_at: null };
    await db
      .insertInto('invitations')
      .values({ ...row, id, ...who, state, ...times })
      .execute();
  }
  for (const id of ['elv_1', 'elv_2', 'elv_3']) {
    await db
      .insertInto('elevations')
      .values({
        id,
        organization_id: organization,
        member_id: member.memberId,
        role: 'admin',
        reason: 'x',
        duration_ms: 1,
        state: id === 'elv_3' ? 'denied' : 'approved',
        requested_at: now,
        decided_by: null,
        decided_at: null,
        ends_at: now + 7,
      })
      .execute();
  }
  for (const id of [owner.id, member.id]) {
    await db.insertInto('operators').values({ user_id: id, named_by: 'x', named_at: 0 }).execute();
  }
  for (const name of ['main', 'other']) {
    const index = { name, description: '', retention_days: null };
    await db
      .insertInto('indexes')
      .values({ ...row, ...index })
      .execute();
  }
  for (const [id, password] of [
    ['acc_1', 'one'],
    ['acc_2', 'two'],
    ['acc_3', null],
  ] as const) {
    const none = { access_token: null, refresh_token: null, id_token: null, scope: null };
    const ends = { access_token_expires_at: null, refresh_token_expires_at: null };
    const whose = { user_id: owner.id, account_id: id, provider_id: id };
    const times = { created_at: now, updated_at: now };
    await db
      .insertInto('accounts')
      .values({ id, ...whose, ...none, ...ends, password, ...times })
      .execute();
  }
  await db
    .insertInto('verifications')
    .values({ id: 'v', identifier: 'v', value: 'v', expires_at: 1, created_at: 1, updated_at: 1 })
    .execute();
  await db
    .insertInto('leases')
    .values({ name: 'work', holder: 'node', fence: 1, renewals: 0, due_at: 0 })
    .execute();
  const ledger = { ...(await readLedger(metadata, now)), at: now };
  return { ...access, organization, owner, member, ledger, now };
}

function deletion(organization: string, more: Partial<LogDeletionRow>): LogDeletionRow {
  return {
    id: 'del_1',
    organization_id: organization,
    state: 'done',
    query: 'error',
    search: '{}',
    from_ms: 0,
    to_ms: 10,
    requested_by: 'x',
    ip_address: '',
    user_agent: '',
    attempts: 3,
    due_at: null,
    lease_until: 7,
    claimed_by: 'node',
    fence: 2,
    matched: 5,
    remaining: 1,
    created_at: 1,
    ended_at: 100,
    ...more,
  };
}

test('a ledger lists who may do what, and what was deleted', async (t) => {
  const { ledger, organization, owner, member, metadata, now } = await prepare(t);
  assert.deepEqual(ledger.organizations, [organization]);
  assert.deepEqual(ledger.users, [owner.id, member.id].toSorted());
  assert.deepEqual(ledger.operators, [owner.id, member.id].toSorted());
  assert.deepEqual(new Map(ledger.members).get(owner.memberId), 'owner');
  assert.deepEqual(new Map(ledger.members).get(member.memberId), 'member');
  assert.deepEqual([ledger.keys.length, ledger.tokens.length], [2, 2]);
  assert.deepEqual(ledger.invitations, ['inv_1', 'inv_2']);
  assert.deepEqual(ledger.elevations, ['elv_1', 'elv_2']);
  assert.deepEqual(ledger.links, []);
  assert.deepEqual(ledger.indexes, [
    [organization, 'main', now],
    [organization, 'other', now],
  ]);
  assert.deepEqual(ledger.passwords, [
    ['acc_1', 'one'],
    ['acc_2', 'two'],
  ]);
  assert.deepEqual(ledger.deletions, []);
  assert.equal(ledger.version, 2);

  const rows = [
    deletion(organization, { created_at: now }),
    deletion(organization, { id: 'del_2', created_at: now + 1 }),
  ];
  await metadata.db.insertInto('log_deletions').values(rows).execute();
  await metadata.db.updateTable('api_keys').set({ revoked_at: 1 }).execute();
  await metadata.db.updateTable('access_tokens').set({ revoked_at: 1 }).execute();
  const later = await readLedger(metadata, now);
  assert.deepEqual(later.deletions, rows.slice(0, 1));
  assert.deepEqual([later.keys, later.tokens], [[], []]);
});

test('without a ledger only sessions, links in mails and leases end', async (t) => {
  const { metadata, clock } = await prepare(t);
  assert.deepEqual(await applyLedger({ metadata, clock }, undefined, 0), {
    sessionsEnded: 2,
    organizationsErased: 0,
    indexesErased: 0,
    revoked: 0,
    disabled: 0,
    deletionsRepeated: 0,
  });
  for (const table of ['sessions', 'verifications', 'leases'] as const) {
    assert.deepEqual(await metadata.db.selectFrom(table).selectAll().execute(), [], table);
  }
});

test('what the ledger knows stays as it is', async (t) => {
  const { metadata, clock, ledger } = await prepare(t);
  const report = await applyLedger({ metadata, clock }, ledger, 0);
  assert.deepEqual(report, {
    sessionsEnded: 2,
    organizationsErased: 0,
    indexesErased: 0,
    revoked: 0,
    disabled: 0,
    deletionsRepeated: 0,
  });
  assert.deepEqual({ ...(await readLedger(metadata, clock.now())), at: ledger.at }, ledger);
});

test('what was taken since is taken again', async (t) => {
  const { metadata, clock, ledger, owner, member, organization, now } = await prepare(t);
  clock.advance(5_000);
  const { db } = metadata;
  const before = {
    keys: ledger.keys.slice(0, 1),
    tokens: ledger.tokens.slice(0, 1),
    invitations: ['inv_1'],
    elevations: ['elv_1'],
    operators: [owner.id],
    indexes: [
      [organization, 'main', now],
      [organization, 'other', now + 1],
    ],
    passwords: [
      ['acc_1', 'one'],
      ['acc_2', 'new'],
    ],
    members: [
      [owner.memberId, 'owner'],
      [member.memberId, 'viewer'],
    ],
  } as const;

  const report = await applyLedger({ metadata, clock }, { ...ledger, ...before }, 0);

  assert.deepEqual([report.revoked, report.indexesErased], [7, 1]);
  const after = { ...(await readLedger(metadata, clock.now())), at: ledger.at };
  assert.deepEqual(after, {
    ...ledger,
    ...before,
    members: [...before.members].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    indexes: [[organization, 'main', now]],
  });
  for (const table of ['api_keys', 'access_tokens'] as const) {
    const rows = await db.selectFrom(table).select(['id', 'revoked_at']).execute();
    const revokedAt = new Set(rows.map((row) => row.revoked_at));
    assert.deepEqual(revokedAt, new Set([now + 5_000, null]), table);
  }
  const invitations = await db.selectFrom('invitations').selectAll().orderBy('id').execute();
  assert.deepEqual(
    invitations.map(({ state, ended_at: endedAt }) => [state, endedAt]),
    [
      ['pending', null],
      ['revoked', now + 5_000],
      ['accepted', null],
    ],
  );
  const elevations = await db.selectFrom('elevations').selectAll().orderBy('id').execute();
  assert.deepEqual(
    elevations.map(({ state, ends_at: endsAt }) => [state, endsAt]),
    [
      ['approved', now + 7],
      ['ended', now + 5_000],
      ['denied', now + 7],
    ],
  );
  assert.deepEqual(await db.selectFrom('index_erasures').selectAll().execute(), [
    { organization_id: organization, index_name: 'other', requested_at: now + 5_000 },
  ]);
});

test('people and members that are gone go again', async (t) => {
  const { metadata, clock, ledger, owner } = await prepare(t);
  const { revoked } = await applyLedger(
    { metadata, clock },
    { ...ledger, users: [owner.id], members: [[owner.memberId, 'owner']], elevations: [] },
    0,
  );
  const after = await readLedger(metadata, clock.now());
  assert.deepEqual(after.users, [owner.id]);
  assert.deepEqual(after.members, [[owner.memberId, 'owner']]);
  assert.ok(revoked >= 1, `${revoked}`);
});

test('an organization that is gone is erased, the others stay', async (t) => {
  const access = await prepare(t);
  const { metadata, clock, ledger, organization } = access;
  const other = await access.newOrganization();
  const { users, members } = await readLedger(metadata, clock.now());
  const auditsBefore = (await access.auditOf(organization)).length;
  assert.ok(auditsBefore > 0);
  await access.newKey(other.owner);
  assert.ok((await access.auditOf(other.id)).length > 0);

  const report = await applyLedger({ metadata, clock }, { ...ledger, users, members }, 0);

  assert.equal(report.organizationsErased, 1);
  const after = await readLedger(metadata, clock.now());
  assert.deepEqual(after.organizations, [organization]);
  assert.deepEqual(await metadata.db.selectFrom('organization_erasures').selectAll().execute(), [
    { organization_id: other.id, requested_at: clock.now() },
  ]);
  assert.equal((await access.auditOf(organization)).length, auditsBefore);
  assert.deepEqual(await access.auditOf(other.id), []);
});

test('deletions since the backup are done once more, but none that failed', async (t) => {
  const { metadata, clock, ledger, organization } = await prepare(t);
  const listed = [
    deletion(organization, { id: 'del_before', ended_at: 99 }),
    deletion(organization, { id: 'del_then', ended_at: 100 }),
    deletion(organization, { id: 'del_open', state: 'running', ended_at: null }),
    deletion(organization, { id: 'del_failed', state: 'failed', ended_at: 200 }),
    deletion('org_gone', { id: 'del_gone', ended_at: 200 }),
  ];
  const known = deletion(organization, { id: 'del_other' });
  const restored = [deletion(organization, { id: 'del_then', state: 'running' }), known];
  await metadata.db.insertInto('log_deletions').values(restored).execute();

  const report = await applyLedger({ metadata, clock }, { ...ledger, deletions: listed }, 100);

  assert.equal(report.deletionsRepeated, 2);
  const rows = await metadata.db.selectFrom('log_deletions').selectAll().orderBy('id').execute();
  const again = {
    state: 'waiting',
    attempts: 0,
    matched: null,
    remaining: null,
    due_at: 0,
    lease_until: null,
    claimed_by: null,
    ended_at: null,
  } as const;
  assert.deepEqual(rows, [
    deletion(organization, { id: 'del_open', ...again }),
    known,
    deletion(organization, { id: 'del_then', ...again }),
  ]);
});

test('a ledger is noted when it says something else than before', async (t) => {
  const { metadata, clock, now, member } = await prepare(t);
  const notes: string[] = [];
  const writeNote = async (text: string): Promise<void> => void notes.push(text);
  const needs = { metadata, clock, repository: { writeNote } };
  const first = await noteLedger(needs);
  assert.match(first, /^[0-9a-f]{64}$/);
  clock.advance(1);
  assert.equal(await noteLedger(needs, first), first);
  assert.equal(notes.length, 1);
  assert.equal((JSON.parse(notes[0] ?? '') as { at: number }).at, now);
  await metadata.db.deleteFrom('operators').where('user_id', '=', member.id).execute();
  assert.notEqual(await noteLedger(needs, first), first);
  assert.equal(notes.length, 2);
});
