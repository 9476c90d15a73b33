import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Actor } from '../../../base/actor.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { noteLocks } from '../../../../test/support/guard/note-locks.ts';
import {
  createInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from './manage-invitations.ts';

const NOW = 1_768_478_400_000;
const MINUTE = 60_000;
const HOURS_48 = 172_800_000;
const GRACE = 'grace@example.com';

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization('enterprise');
  const { needs, locks } = noteLocks(access.needs);
  const invite = (email = GRACE, role: 'owner' | 'member' | 'viewer' = 'member') =>
    createInvitation(needs, owner.actor, { email, role });
  const rows = () => access.metadata.db.selectFrom('invitations').selectAll().execute();
  const told = async () =>
    (await access.auditOf(id)).map((entry) => [
      entry.action,
      entry.resource,
      entry.recorded_at - NOW,
      JSON.parse(entry.details) as unknown,
    ]);
  return { access, needs, locks, id, owner, invite, rows, told };
}

test('an invitation is kept, told and mailed as it was asked for', async (t) => {
  const { access, locks, id, owner, invite, rows, told } = await start(t);

  const made = await invite(' Grace@Example.com ');

  assert.deepEqual(made, {
    id: made.id,
    email: GRACE,
    role: 'member',
    state: 'pending',
    invitedBy: owner.email,
    createdAt: '2026-01-15T12:00:00.000Z',
    expiresAt: '2026-01-17T12:00:00.000Z',
    link: `https://logs.example.com/invitations/${made.id}`,
  });
  assert.deepEqual(await rows(), [
    {
      id: made.id,
      organization_id: id,
      email: GRACE,
      role: 'member',
      state: 'pending',
      invited_by: owner.email,
      created_at: NOW,
      sent_at: NOW,
      expires_at: NOW + HOURS_48,
      ended_at: null,
    },
  ]);
  assert.deepEqual(await told(), [
    ['member.invited', made.id, 0, { email: GRACE, role: 'member' }],
  ]);
  const [mail] = access.mails;
  assert.deepEqual([mail?.to, mail?.subject], [GRACE, 'Invitation to Acme on Xplain']);
  const voucher = access.needs.vouchers.seal(made.id, GRACE);
  assert.deepEqual(mail?.text.split('\n'), [
    `${owner.email} invites you to join Acme as member.`,
    '',
    `Accept within 48 hours: ${made.link}?email=grace%40example.com&voucher=${voucher}`,
    '',
    "Don't share this link. Anyone who has it can sign up with your email address (grace@example.com).",
  ]);
  assert.deepEqual(locks, [`organizations ${id}`]);
});

test('what a key invites to names nobody', async (t) => {
  const { access, needs, owner } = await start(t);
  const byKey: Actor = {
    ...owner.actor,
    who: { kind: 'api_key', id: 'key_1', name: 'provisioning' },
  };

  const made = await createInvitation(needs, byKey, { email: GRACE, role: 'admin' });

  assert.equal(made.invitedBy, 'key_1');
  assert.match(access.mails[0]?.text ?? '', /^You are invited to join Acme as admin\.\n/);
});

test('one that waits is not doubled; at its very end it is renewed with its id', async (t) => {
  const { access, invite, rows } = await start(t);
  const first = await invite();
  access.clock.advance(HOURS_48 - 1);
  await assert.rejects(invite(), {
    code: 'CONFLICT',
    message: 'This address already has an invitation. You can resend it.',
  });
  access.clock.advance(1);

  const again = await invite(GRACE, 'viewer');

  assert.deepEqual([again.id, again.createdAt], [first.id, first.createdAt]);
  const [row, ...others] = await rows();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [row?.role, row?.sent_at, row?.expires_at],
    ['viewer', NOW + HOURS_48, NOW + 2 * HOURS_48],
  );
});

test('a renewal takes no further place among those that wait', async (t) => {
  const { access, needs, owner } = await start(t);
  const narrow = { ...needs, limits: { ...needs.limits, pendingInvitationsMax: 1 } };
  const invite = (email: string) =>
    createInvitation(narrow, owner.actor, { email, role: 'member' });
  await invite(GRACE);

  await assert.rejects(invite('linus@example.com'), {
    code: 'CONFLICT',
    message: 'Too many pending invitations (maximum 1). Revoke one you no longer need.',
  });
  access.clock.advance(HOURS_48);
  await invite(GRACE);
});

test('nobody is invited who is a member, above one’s own role, or past the plan', async (t) => {
  const { access, needs, id, owner, invite } = await start(t);
  const admin = await access.join(id, 'admin');

  await assert.rejects(invite(admin.email), {
    code: 'CONFLICT',
    message: 'This address already belongs to a member.',
  });
  const draft = { email: GRACE, role: 'owner' } as const;
  await assert.rejects(createInvitation(needs, admin.actor, draft), { code: 'FORBIDDEN' });
  const full = { ...needs, limits: { ...needs.limits, membersMax: 2 } };
  await assert.rejects(createInvitation(full, owner.actor, draft), { code: 'PLAN_LIMIT_REACHED' });
  assert.deepEqual(access.mails, []);
});

test('addresses are ASCII without spaces', async (t) => {
  const { invite } = await start(t);

  for (const email of ['gr ace@example.com', 'gr\u0430ce@example.com', '']) {
    await assert.rejects(invite(email), {
      code: 'VALIDATION_ERROR',
      facts: {
        details: [
          { path: 'email', message: 'An email address must be ASCII and must not contain spaces.' },
        ],
      },
    });
  }
});

test('an address is written to once a minute, to the millisecond', async (t) => {
  const { access, needs, owner, invite } = await start(t);
  const made = await invite();
  const resend = () => resendInvitation(needs, owner.actor, made.id);
  const tooSoon = (retryAfterSeconds: number) => ({
    code: 'RATE_LIMITED',
    message: 'An invitation was just sent to this address. Wait a minute.',
    facts: { retryAfterSeconds },
  });

  await assert.rejects(resend(), tooSoon(60));
  access.clock.advance(MINUTE - 1);
  await assert.rejects(resend(), tooSoon(1));
  access.clock.advance(1);
  await resend();
  await revokeInvitation(needs, owner.actor, made.id);
  access.clock.advance(MINUTE - 1);
  await assert.rejects(invite(), tooSoon(1));
  access.clock.advance(1);
  await invite();
});

test('each mail counts for its address and for the organization', async (t) => {
  const { access, needs, owner } = await start(t);
  const narrow = { ...needs, mailLimits: { ...needs.mailLimits, perRecipientMax: 2 } };
  const draft = { email: GRACE, role: 'member' } as const;
  const { id } = await createInvitation(narrow, owner.actor, draft);
  access.clock.advance(MINUTE);
  await resendInvitation(narrow, owner.actor, id);
  access.clock.advance(MINUTE);

  const refused = {
    code: 'RATE_LIMITED',
    message: 'Too many emails were sent to this address today.',
  };
  await assert.rejects(resendInvitation(narrow, owner.actor, id), refused);
  const { owner: stranger } = await access.newOrganization();
  await assert.rejects(createInvitation(narrow, stranger.actor, draft), refused);
  assert.equal(access.mails.length, 2);
});

test('sending again renews the time, tells of it and mails the same link', async (t) => {
  const { access, needs, locks, id, owner, invite, rows, told } = await start(t);
  const made = await invite();
  access.clock.advance(MINUTE);
  locks.length = 0;

  const renewed = await resendInvitation(needs, owner.actor, made.id);

  assert.deepEqual(renewed, { ...made, expiresAt: '2026-01-17T12:01:00.000Z' });
  const [row] = await rows();
  assert.deepEqual([row?.sent_at, row?.expires_at], [NOW + MINUTE, NOW + MINUTE + HOURS_48]);
  assert.deepEqual((await told()).at(-1), ['invitation.resent', made.id, MINUTE, { email: GRACE }]);
  assert.equal(access.mails.length, 2);
  assert.equal(access.mails[1]?.text, access.mails[0]?.text);
  assert.deepEqual(locks, [`organizations ${id}`]);
});

test('a revoked one is over, and shows no link', async (t) => {
  const { access, needs, locks, id, owner, invite, rows, told } = await start(t);
  const made = await invite();
  access.clock.advance(MINUTE);
  locks.length = 0;

  const revoked = await revokeInvitation(needs, owner.actor, made.id);

  assert.deepEqual(revoked, { ...made, state: 'revoked', link: null });
  const [row] = await rows();
  assert.deepEqual([row?.state, row?.ended_at], ['revoked', NOW + MINUTE]);
  assert.deepEqual((await told()).at(-1), [
    'invitation.revoked',
    made.id,
    MINUTE,
    { email: GRACE },
  ]);
  assert.deepEqual(locks, [`organizations ${id}`]);
  const over = { code: 'CONFLICT', message: 'This invitation has been revoked.' };
  await assert.rejects(revokeInvitation(needs, owner.actor, made.id), over);
  await assert.rejects(resendInvitation(needs, owner.actor, made.id), over);
});

test('another organization has no such invitation', async (t) => {
  const { access, needs, owner, invite } = await start(t);
  const made = await invite();
  const { owner: stranger } = await access.newOrganization();
  const page = { limit: 1, after: undefined };

  for (const change of [resendInvitation, revokeInvitation]) {
    await assert.rejects(change(needs, stranger.actor, made.id), { code: 'NOT_FOUND' });
    await assert.rejects(change(needs, owner.actor, 'inv_none'), { code: 'NOT_FOUND' });
  }
  assert.deepEqual(await listInvitations(needs, stranger.actor, page), {
    data: [],
    nextCursor: null,
  });
  const listed = await listInvitations(needs, owner.actor, page);
  assert.deepEqual(listed, { data: [made], nextCursor: null });
  access.clock.advance(1);
  const second = await invite('linus@example.com');
  const { data, nextCursor } = await listInvitations(needs, owner.actor, page);
  assert.deepEqual(data, [second]);
  assert.equal(typeof nextCursor, 'string');
});
