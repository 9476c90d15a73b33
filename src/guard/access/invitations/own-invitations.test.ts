import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { OrganizationId } from '../../../base/ids.ts';
import { noteLocks } from '../../../../test/support/guard/note-locks.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { readOrganization } from '../organizations/organizations-table.ts';
import { readInvitation } from './invitations-table.ts';
import { createInvitation, revokeInvitation } from './manage-invitations.ts';
import {
  acceptInvitation,
  type Invitee,
  listOwnInvitations,
  previewInvitation,
} from './own-invitations.ts';

const NOW = 1_768_478_400_000;
const HOURS_48 = 172_800_000;

/** Grace writes her address in capitals; the invitation does not. */
async function start(t: TestContext) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization('enterprise');
  const grace = await access.newPerson('grace@example.com');
  const { needs, locks } = noteLocks(access.needs);
  const { id: invitation } = await createInvitation(needs, owner.actor, {
    email: grace.email,
    role: 'viewer',
  });
  locks.length = 0;
  const invitee: Invitee = {
    id: grace.id,
    email: 'Grace@example.com',
    confinedTo: undefined,
    ipAddress: '192.0.2.7',
    userAgent: 'browser/2',
  };
  const accept = (change: Partial<Invitee> = {}) =>
    acceptInvitation(needs, { ...invitee, ...change }, invitation);
  const members = () =>
    access.metadata.db.selectFrom('members').selectAll().where('user_id', '=', grace.id).execute();
  return { access, needs, locks, id, owner, grace, invitation, invitee, accept, members };
}

test('the invited address sees what waits for it, and its link shows the same', async (t) => {
  const { access, needs, owner, invitation, invitee, id } = await start(t);
  const waiting = {
    id: invitation,
    role: 'viewer',
    organizationName: 'Acme',
    invitedBy: { name: 'Ada', email: owner.email },
    expiresAt: '2026-01-17T12:00:00.000Z',
  };
  const voucher = access.needs.vouchers.seal(invitation, 'grace@example.com');

  assert.deepEqual(await listOwnInvitations(needs, invitee), [waiting]);
  assert.deepEqual(await listOwnInvitations(needs, { ...invitee, confinedTo: id }), [waiting]);
  const elsewhere = { ...invitee, confinedTo: 'org_other' as OrganizationId };
  assert.deepEqual(await listOwnInvitations(needs, elsewhere), []);
  assert.deepEqual(await previewInvitation(needs, invitation, voucher), waiting);
  await assert.rejects(previewInvitation(needs, invitation, ''), { code: 'NOT_FOUND' });
  await assert.rejects(previewInvitation(needs, 'inv_none', voucher), { code: 'NOT_FOUND' });
  access.clock.advance(HOURS_48);
  await assert.rejects(previewInvitation(needs, invitation, voucher), { code: 'NOT_FOUND' });
});

test('where a key has invited nobody is named', async (t) => {
  const { needs, invitee, owner } = await start(t);
  const who = { kind: 'api_key', id: 'key_1', name: 'k' } as const;
  const draft = { email: 'linus@example.com', role: 'member' } as const;
  await createInvitation(needs, { ...owner.actor, who }, draft);

  const [shown] = await listOwnInvitations(needs, { ...invitee, email: draft.email });

  assert.equal(shown?.invitedBy, null);
});

test('nobody sees more than a hundred', async (t) => {
  const { access, needs, invitation, invitee, id } = await start(t);
  const { db } = access.metadata;
  const organization = await readOrganization({ db }, id);
  const row = await readInvitation({ db }, id, invitation);
  assert.ok(row);
  const ids = Array.from({ length: 100 }, (_, at) => `org_${at}`);
  const organizations = ids.map((each) => ({ ...organization, id: each }));
  await db.insertInto('organizations').values(organizations).execute();
  const invitations = ids.map((each) => ({ ...row, id: `inv_${each}`, organization_id: each }));
  await db.insertInto('invitations').values(invitations).execute();

  assert.equal((await listOwnInvitations(needs, invitee)).length, 100);
});

test('whoever accepts is a member with the role, and it is told who came from where', async (t) => {
  const { access, locks, id, grace, invitation, accept, members } = await start(t);
  access.clock.advance(HOURS_48 - 1);

  assert.deepEqual(await accept(), { organizationId: id, role: 'viewer' });

  const [member, ...others] = await members();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [member?.organization_id, member?.user_id, member?.role, member?.created_at],
    [id, grace.id, 'viewer', NOW + HOURS_48 - 1],
  );
  const entry = (await access.auditOf(id)).at(-1);
  assert.deepEqual(
    [entry?.action, entry?.resource, entry?.actor, entry?.ip_address, entry?.user_agent],
    ['invitation.accepted', invitation, 'Grace@example.com', '192.0.2.7', 'browser/2'],
  );
  assert.deepEqual(JSON.parse(entry?.details ?? ''), {
    email: 'Grace@example.com',
    role: 'viewer',
  });
  assert.equal(locks[0], `organizations ${id}`);
  await assert.rejects(accept(), {
    code: 'CONFLICT',
    message: 'This invitation has been accepted.',
  });
});

test('what is over is not accepted, and says why, after the organization was locked', async (t) => {
  const { access, needs, locks, id, owner, invitation, accept, members } = await start(t);

  access.clock.advance(HOURS_48);
  await assert.rejects(accept(), {
    code: 'CONFLICT',
    message: 'This invitation has expired. Ask for a new one.',
  });
  assert.deepEqual(locks, [`organizations ${id}`]);
  await revokeInvitation(needs, owner.actor, invitation);
  await assert.rejects(accept(), {
    code: 'CONFLICT',
    message: 'This invitation has been revoked.',
  });
  assert.deepEqual(await members(), []);
});

test('only the confirmed address, outside of another organization’s link, gets in', async (t) => {
  const { access, id, grace, accept, members } = await start(t);

  await assert.rejects(accept({ email: 'mallory@example.com' }), { code: 'NOT_FOUND' });
  await assert.rejects(accept({ confinedTo: 'org_other' as OrganizationId }), {
    code: 'NOT_FOUND',
    message: 'No such invitation.',
  });
  const { id: stranger } = await access.newPerson();
  const unconfirmed = { code: 'EMAIL_NOT_VERIFIED', message: 'Confirm your email address first.' };
  await assert.rejects(accept({ id: stranger }), unconfirmed);
  const setVerified = (verified: number) =>
    access.metadata.db
      .updateTable('users')
      .set({ email_verified: verified })
      .where('id', '=', grace.id)
      .execute();
  await setVerified(0);
  await assert.rejects(accept(), unconfirmed);
  assert.deepEqual(await members(), []);
  await setVerified(1);
  assert.equal((await accept({ confinedTo: id })).organizationId, id);
});

test('a full organization and one that has gone let nobody in', async (t) => {
  const { access, needs, id, invitee, invitation } = await start(t);
  const full = { ...needs, limits: { ...needs.limits, membersMax: 1 } };
  await assert.rejects(acceptInvitation(full, invitee, invitation), {
    code: 'PLAN_LIMIT_REACHED',
  });
  const { db, transaction } = needs.metadata;
  const goneMeanwhile: typeof transaction = async (work) => {
    await access.metadata.db.deleteFrom('organizations').where('id', '=', id).execute();
    return transaction(work);
  };

  const gone = { ...needs, metadata: { db, transaction: goneMeanwhile } };
  await assert.rejects(acceptInvitation(gone, invitee, invitation), {
    code: 'NOT_FOUND',
    message: 'No such invitation.',
  });
});

test('a member keeps the role that they have, and the invitation waits', async (t) => {
  const { access, id, grace, accept, members } = await start(t);
  await access.join(id, 'admin', grace);

  await assert.rejects(accept(), {
    code: 'CONFLICT',
    message: 'You are already a member, or your directory suspended you.',
  });

  assert.deepEqual(
    (await members()).map(({ role }) => role),
    ['admin'],
  );
});
