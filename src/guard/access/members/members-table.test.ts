import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { OrganizationId } from '../../../base/ids.ts';
import type { ElevationRow } from '../../../engines/metadata/tables/access.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import {
  countMembers,
  deleteMember,
  findMemberOf,
  insertMember,
  findMemberByAddress,
  leaveSessions,
  readMember,
  readMemberAddresses,
  readMembers,
  readOwnerEmails,
  readRunningElevations,
  setMemberRole,
  showMember,
} from './members-table.ts';

const NOW = 1_768_478_400_000;

/** Ada owns the first organization and reads in the second; Bob is a member of the first, Cleo owns the second. */
async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { id: here, owner } = await access.newOrganization();
  const { id: there, owner: cleo } = await access.newOrganization();
  clock.advance(1);
  const bob = await access.join(here, 'member', await access.newPerson('Bob@example.com'));
  clock.advance(1);
  const ada = await access.join(there, 'viewer', owner);
  const roles = async () => {
    const rows = await metadata.db.selectFrom('members').selectAll().execute();
    return Object.fromEntries(rows.map(({ id, role }) => [id, role]));
  };
  const ids = {
    adaHere: owner.memberId,
    bob: bob.memberId,
    cleo: cleo.memberId,
    adaThere: ada.memberId,
  };
  return { access, metadata, here, there, owner, bob, cleo, ids, roles };
}

test('members are listed by organization, oldest first, from where the last page ended', async (t) => {
  const { access, metadata, here, there, ids } = await start(t);
  const idsOf = async (organization: OrganizationId, limit: number, after?: [number, string]) => {
    const cursor = after && { at: after[0], id: after[1] };
    const rows = await readMembers(metadata, organization, { limit, after: cursor });
    return rows.map(({ id }) => id);
  };

  assert.deepEqual(await idsOf(here, 10), [ids.adaHere, ids.bob]);
  assert.deepEqual(await idsOf(there, 10), [ids.cleo, ids.adaThere]);
  assert.deepEqual(await idsOf(here, 10, [NOW, ids.adaHere]), [ids.bob]);
  assert.deepEqual(await idsOf(here, 10, [NOW + 1, ids.bob]), []);
  for (let count = 0; count < 2; count++) await access.join(here, 'viewer');
  assert.equal((await idsOf(here, 2)).length, 3, 'one more than the page holds');
});

test('a member is found in their own organization alone', async (t) => {
  const { metadata, here, there, owner, bob, cleo, ids } = await start(t);

  assert.deepEqual(await readMember(metadata, here, ids.bob), {
    id: ids.bob,
    user_id: bob.id,
    role: 'member',
    role_connection_id: null,
    created_at: NOW + 1,
    name: 'Ada',
    email: 'Bob@example.com',
  });
  assert.equal(await readMember(metadata, there, ids.bob), undefined);
  assert.equal(await readMember(metadata, here, 'mem_none'), undefined);
  assert.deepEqual(await findMemberOf(metadata, there, owner.id), {
    id: ids.adaThere,
    role: 'viewer',
    role_connection_id: null,
    email: owner.email,
  });
  assert.equal((await findMemberOf(metadata, here, bob.id))?.id, ids.bob);
  assert.equal(await findMemberOf(metadata, here, cleo.id), undefined);
  assert.equal(
    (await findMemberByAddress(metadata, here, 'Bob@example.com'))?.email,
    'Bob@example.com',
  );
  assert.equal(await findMemberByAddress(metadata, there, 'Bob@example.com'), undefined);
  assert.equal(await findMemberByAddress(metadata, here, 'nobody@example.com'), undefined);
});

test('members and Owners are counted, and written to, by organization', async (t) => {
  const { metadata, here, there, owner, bob, cleo, ids } = await start(t);

  assert.equal(await countMembers(metadata, here), 2);
  assert.equal(await countMembers(metadata, here, 'owner'), 1);
  assert.equal(await countMembers(metadata, here, 'admin'), 0);
  assert.deepEqual(await readOwnerEmails(metadata, here), [owner.email]);
  assert.deepEqual(await readOwnerEmails(metadata, there), [cleo.email]);
  const addresses = await readMemberAddresses(metadata, here);
  assert.deepEqual(
    addresses.toSorted((a, b) => (a.role < b.role ? -1 : 1)),
    [
      { id: ids.bob, user_id: bob.id, role: 'member', email: 'bob@example.com' },
      { id: ids.adaHere, user_id: owner.id, role: 'owner', email: owner.email },
    ],
  );
});

test('whoever joins twice is a member once', async (t) => {
  const { access, metadata, here } = await start(t);
  const { id: user } = await access.newPerson();
  const join = (role: 'admin' | 'viewer') =>
    metadata.transaction((unit) => insertMember(unit, { organization: here, user, role }, NOW));

  const joined = await join('viewer');

  assert.match(joined ?? '', /^mem_/);
  assert.deepEqual(
    await readMember(metadata, here, joined ?? '').then((row) => row?.role),
    'viewer',
  );
  assert.equal(await join('admin'), undefined);
  assert.equal((await findMemberOf(metadata, here, user))?.role, 'viewer');
});

test('a role is set and a membership ended at one row of the organization', async (t) => {
  const { metadata, here, there, ids, roles } = await start(t);
  const before = await roles();
  const change = (organization: OrganizationId) =>
    metadata.transaction((unit) => setMemberRole(unit, organization, ids.bob, 'admin'));
  const remove = (organization: OrganizationId) =>
    metadata.transaction((unit) => deleteMember(unit, organization, ids.bob));

  await change(there);
  await remove(there);
  assert.deepEqual(await roles(), before);
  await change(here);
  assert.deepEqual(await roles(), { ...before, [ids.bob]: 'admin' });
  await remove(here);
  const { [ids.bob]: _gone, ...rest } = before;
  assert.deepEqual(await roles(), rest);
});

test('sessions of whoever left choose again; those of others and elsewhere stay', async (t) => {
  const { metadata, here, there, owner, bob } = await start(t);
  const chosen = async () => {
    const rows = await metadata.db.selectFrom('sessions').selectAll().execute();
    return Object.fromEntries(rows.map((row) => [row.user_id, row.active_organization_id]));
  };
  const before = await chosen();
  const leave = (organization: OrganizationId, user: string) =>
    metadata.transaction((unit) => leaveSessions(unit, organization, user));

  await leave(here, owner.id);
  assert.deepEqual(await chosen(), before, 'Ada works in the other one');
  await leave(there, owner.id);
  assert.deepEqual(await chosen(), { ...before, [owner.id]: null });
  await leave(here, bob.id);
  assert.deepEqual(await chosen(), { ...before, [owner.id]: null, [bob.id]: null });
});

test('a lent role runs from its approval to its end', async (t) => {
  const { metadata, here, there, ids } = await start(t);
  const lend = (id: string, change: Partial<ElevationRow>) =>
    metadata.db
      .insertInto('elevations')
      .values({
        id,
        organization_id: here,
        member_id: ids.bob,
        role: 'admin',
        reason: 'r',
        duration_ms: 60_000,
        state: 'approved',
        requested_at: NOW,
        decided_by: null,
        decided_at: null,
        ends_at: NOW + 1,
        ...change,
      })
      .execute();
  await lend('elv_1', {});
  await lend('elv_2', { ends_at: NOW });
  await lend('elv_3', { state: 'denied', ends_at: NOW + 1 });
  await lend('elv_4', { organization_id: there, member_id: ids.cleo, role: 'member' });

  assert.deepEqual(await readRunningElevations(metadata, here, NOW), [
    { member_id: ids.bob, role: 'admin', ends_at: NOW + 1 },
  ]);
  assert.deepEqual(await readRunningElevations(metadata, here, NOW + 1), []);
});

test('what is shown of a member names the role that is lent to them', () => {
  const member = {
    id: 'mem_1',
    user_id: 'usr_1',
    role: 'viewer',
    role_connection_id: null,
    created_at: NOW,
    name: 'Ada',
    email: 'ada@example.com',
  } as const;
  const shown = {
    id: 'mem_1',
    userId: 'usr_1',
    name: 'Ada',
    email: 'ada@example.com',
    role: 'viewer',
    isRoleManaged: false,
    elevatedTo: null,
    elevatedUntil: null,
    joinedAt: '2026-01-15T12:00:00.000Z',
  };
  const ofAnother = { member_id: 'mem_2', role: 'owner', ends_at: NOW } as const;

  assert.deepEqual(showMember(member, []), shown);
  assert.deepEqual(showMember(member, [ofAnother]), shown);
  const own = { member_id: 'mem_1', role: 'admin', ends_at: NOW + 1_000 } as const;
  assert.deepEqual(showMember(member, [ofAnother, own]), {
    ...shown,
    elevatedTo: 'admin',
    elevatedUntil: '2026-01-15T12:00:01.000Z',
  });
  assert.deepEqual(showMember(member, [{ ...own, ends_at: null }]), {
    ...shown,
    elevatedTo: 'admin',
  });
});
