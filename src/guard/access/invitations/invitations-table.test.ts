import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { InvitationRow } from '../../../engines/metadata/tables/access.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import {
  countPendingInvitations,
  findInviter,
  findPendingInvitation,
  insertInvitation,
  invitationState,
  isAddressConfirmed,
  noteAccepted,
  readInvitation,
  readInvitations,
  readLastSent,
  readOwnInvitations,
  readWaitingInvitation,
  showInvitation,
  updateInvitation,
} from './invitations-table.ts';

const NOW = 1_768_478_400_000;
const BOB = 'bob@example.com';
const CLEO = 'cleo@example.com';

function invitationRow(
  id: string,
  organization: OrganizationId,
  email: string,
  change: Partial<InvitationRow>,
): InvitationRow {
  return {
    id,
    organization_id: organization,
    email,
    role: 'member',
    state: 'pending',
    invited_by: 'a key',
    created_at: NOW,
    sent_at: NOW,
    expires_at: NOW + 1_000,
    ended_at: null,
    ...change,
  };
}

/** Bob and Cleo are invited here, Bob also there. */
async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata } = access;
  const { id: here, owner } = await access.newOrganization('business', 'Here');
  const { id: there } = await access.newOrganization('business', 'There');
  const within = <T>(work: (unit: Unit) => Promise<T>) => metadata.transaction(work);
  const insert = (
    id: string,
    organization: OrganizationId,
    email: string,
    change: Partial<InvitationRow> = {},
  ) => within((unit) => insertInvitation(unit, invitationRow(id, organization, email, change)));
  await insert('inv_1', here, BOB, { invited_by: owner.email });
  await insert('inv_2', here, CLEO, { created_at: NOW + 1 });
  await insert('inv_3', there, BOB, { created_at: NOW + 2, sent_at: NOW + 9 });
  const states = async () => {
    const rows = await metadata.db.selectFrom('invitations').selectAll().orderBy('id').execute();
    return rows.map(({ state, ended_at: endedAt }) => (endedAt === null ? state : `${state} then`));
  };
  return { metadata, here, there, owner, access, insert, within, states };
}

test('invitations are read by organization, newest first', async (t) => {
  const { metadata, here, there } = await start(t);
  const idsOf = async (organization: OrganizationId) =>
    (await readInvitations(metadata, organization, { limit: 10, after: undefined })).map(
      ({ id }) => id,
    );

  assert.deepEqual(await idsOf(here), ['inv_2', 'inv_1']);
  assert.deepEqual(await idsOf(there), ['inv_3']);
  assert.equal((await readInvitation(metadata, here, 'inv_1'))?.email, BOB);
  assert.equal((await readInvitation(metadata, here, 'inv_2'))?.email, CLEO);
  assert.equal(await readInvitation(metadata, here, 'inv_3'), undefined);
});

test('what waits for an address is found, and counted, by organization', async (t) => {
  const { metadata, here, there, insert } = await start(t);
  await insert('inv_4', there, CLEO, { state: 'revoked', sent_at: NOW + 20 });
  await insert('inv_5', there, CLEO, { state: 'accepted', sent_at: NOW + 10 });

  assert.equal((await findPendingInvitation(metadata, here, BOB))?.id, 'inv_1');
  assert.equal((await findPendingInvitation(metadata, here, CLEO))?.id, 'inv_2');
  assert.equal((await findPendingInvitation(metadata, there, BOB))?.id, 'inv_3');
  assert.equal(await findPendingInvitation(metadata, there, CLEO), undefined);
  assert.equal(await countPendingInvitations(metadata, here), 2);
  assert.equal(await countPendingInvitations(metadata, there), 1);
  assert.equal(await readLastSent(metadata, here, BOB), NOW);
  assert.equal(await readLastSent(metadata, there, BOB), NOW + 9);
  assert.equal(await readLastSent(metadata, there, CLEO), NOW + 20, 'revoked ones count');
  assert.equal(await readLastSent(metadata, here, 'nobody@example.com'), undefined);
});

test('people see what waits for their address, where their session may look', async (t) => {
  const { metadata, here, there, owner, insert } = await start(t);
  const mine = async (confinedTo?: string, now = NOW, max = 10) =>
    (await readOwnInvitations(metadata, { email: BOB, confinedTo }, now, max)).map(({ id }) => id);
  await insert('inv_4', here, BOB, { state: 'revoked' });

  assert.deepEqual(await mine(), ['inv_1', 'inv_3']);
  assert.deepEqual(await mine(here), ['inv_1']);
  assert.deepEqual(await mine(there), ['inv_3']);
  assert.deepEqual(await mine(undefined, NOW + 999), ['inv_1', 'inv_3']);
  assert.deepEqual(await mine(undefined, NOW + 1_000), []);
  assert.deepEqual(await mine(undefined, NOW, 1), ['inv_1']);
  assert.deepEqual(await readWaitingInvitation(metadata, 'inv_1', NOW), {
    id: 'inv_1',
    role: 'member',
    expires_at: NOW + 1_000,
    name: 'Here',
    email: BOB,
    inviter_name: 'Ada',
    inviter_email: owner.email,
  });
  const byKey = await readWaitingInvitation(metadata, 'inv_3', NOW);
  assert.deepEqual([byKey?.name, byKey?.inviter_email], ['There', null]);
  assert.equal(await readWaitingInvitation(metadata, 'inv_4', NOW), undefined);
  assert.equal(await readWaitingInvitation(metadata, 'inv_1', NOW + 1_000), undefined);
});

test('an invitation leads to its organization for the invited address alone', async (t) => {
  const { metadata, here, there } = await start(t);

  assert.equal(await findInviter(metadata, 'inv_1', BOB), here);
  assert.equal(await findInviter(metadata, 'inv_3', BOB), there);
  assert.equal(await findInviter(metadata, 'inv_2', BOB), undefined);
  assert.equal(await findInviter(metadata, 'inv_4', BOB), undefined);
});

test('an end and a renewal reach one invitation of the organization', async (t) => {
  const { metadata, here, there, within, states } = await start(t);
  const accept = (organization: OrganizationId) =>
    within((unit) => noteAccepted(unit, organization, 'inv_1', NOW));

  await accept(there);
  assert.deepEqual(await states(), ['pending', 'pending', 'pending']);
  await accept(here);
  assert.deepEqual(await states(), ['accepted then', 'pending', 'pending']);
  const revoked = { state: 'revoked', ended_at: NOW } as const;
  await within((unit) => updateInvitation(unit, invitationRow('inv_2', there, CLEO, revoked)));
  assert.deepEqual(await states(), ['accepted then', 'pending', 'pending'], 'not of that one');
  await within((unit) => updateInvitation(unit, invitationRow('inv_2', here, CLEO, revoked)));
  assert.deepEqual(await states(), ['accepted then', 'revoked then', 'pending']);
  assert.equal((await readInvitation(metadata, here, 'inv_2'))?.ended_at, NOW);
});

test('an address is confirmed for the person whose it is', async (t) => {
  const { metadata, access } = await start(t);
  const bob = await access.newPerson(BOB);
  const cleo = await access.newPerson(CLEO);
  await metadata.db
    .updateTable('users')
    .set({ email_verified: 0 })
    .where('id', '=', cleo.id)
    .execute();

  assert.equal(await isAddressConfirmed(metadata, bob.id, BOB), true);
  assert.equal(await isAddressConfirmed(metadata, bob.id, CLEO), false);
  assert.equal(await isAddressConfirmed(metadata, cleo.id, BOB), false);
  assert.equal(await isAddressConfirmed(metadata, cleo.id, CLEO), false);
});

test('a pending invitation expires at its moment, and one that has ended does not', () => {
  const row = invitationRow('inv_1', 'org_1' as OrganizationId, BOB, {});

  assert.equal(invitationState(row, NOW + 999), 'pending');
  assert.equal(invitationState(row, NOW + 1_000), 'expired');
  assert.equal(invitationState({ ...row, state: 'revoked' }, NOW + 1_000), 'revoked');
  assert.equal(invitationState({ ...row, state: 'accepted' }, NOW), 'accepted');
  assert.deepEqual(showInvitation(row, NOW + 1_000, 'https://logs.example.com/x'), {
    id: 'inv_1',
    email: BOB,
    role: 'member',
    state: 'expired',
    invitedBy: 'a key',
    createdAt: '2026-01-15T12:00:00.000Z',
    expiresAt: '2026-01-15T12:00:01.000Z',
    link: 'https://logs.example.com/x',
  });
});
