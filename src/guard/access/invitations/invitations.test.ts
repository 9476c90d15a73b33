import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccess, PUBLIC_ORIGIN } from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { PLANS } from '../../../spec/plans.ts';
import { ROLES } from '../../../spec/roles.ts';
import { createApiKey } from '../credentials/create-api-key.ts';
import { changeBilling } from '../organizations/billing.ts';
import { createInvitation, revokeInvitation } from './manage-invitations.ts';
import { acceptInvitation } from './own-invitations.ts';

const { invitationMsMax } = LIMITS.organizations;
const origin = { ipAddress: '192.0.2.7', userAgent: 'browser/2' };

async function start(t: Parameters<typeof openAccess>[0]) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization('business', 'Acme & Söhne');
  const grace = await access.newPerson('grace@example.com');
  const { call } = startAccess(t, access);
  const invite = (email = grace.email, role = 'member') =>
    call('POST /api/v1/invitations', { as: owner, body: { email, role } });
  return { access, id, owner, grace, call, invite };
}

function idOf(answer: { readonly body: { readonly data?: unknown } }): string {
  return (answer.body.data as { id: string }).id;
}

test('an invitation is mailed, found by the invited, and accepted with its role', async (t) => {
  const { access, id, owner, grace, call, invite } = await start(t);

  const made = await invite(' Grace@Example.com'.trim(), 'viewer');
  assert.equal(made.status, 201);
  const [mail] = access.mails;
  assert.equal(mail?.to, 'grace@example.com');
  assert.match(mail?.subject ?? '', /Acme & Söhne/);
  assert.match(mail?.text ?? '', new RegExp(`${PUBLIC_ORIGIN}/invitations/${idOf(made)}`));
  assert.match(mail?.text ?? '', /48 hours/);

  const mine = await call('GET /api/v1/invitations/mine', { as: grace });
  assert.deepEqual(mine.body.data, [
    {
      id: idOf(made),
      organizationName: 'Acme & Söhne',
      role: 'viewer',
      invitedBy: { name: 'Ada', email: owner.email },
      expiresAt: new Date(access.clock.now() + invitationMsMax).toISOString(),
    },
  ]);
  const accepted = await call(`POST /api/v1/invitations/${idOf(made)}/accept`, { as: grace });
  assert.deepEqual(accepted.body.data, { organizationId: id, role: 'viewer' });

  const members = await call('GET /api/v1/members', { as: owner });
  const roles = (members.body.data as { email: string; role: string }[]).map(
    ({ email, role }) => [email, role] as const,
  );
  assert.deepEqual(new Map(roles).get(grace.email), 'viewer');
  const again = await call(`POST /api/v1/invitations/${idOf(made)}/accept`, { as: grace });
  assert.deepEqual([again.status, again.body.code], [409, 'CONFLICT']);
  const entries = await access.auditOf(id);
  assert.deepEqual(
    entries.map(({ action, actor }) => [action, actor]),
    [
      ['member.invited', owner.email],
      ['invitation.accepted', grace.email],
    ],
  );
});

test('an invitation can be accepted for 48 hours to the millisecond; sending it again renews it', async (t) => {
  const { access, id, owner, grace, call, invite } = await start(t);
  const invitation = idOf(await invite());
  const invitee = { ...grace, ...origin, confinedTo: undefined };

  access.clock.advance(invitationMsMax);
  const late = await call(`POST /api/v1/invitations/${invitation}/accept`, { as: grace });
  assert.deepEqual([late.status, late.body.code], [409, 'CONFLICT']);
  const listed = await call('GET /api/v1/invitations', { as: owner });
  assert.equal((listed.body.data as { state: string }[])[0]?.state, 'expired');
  assert.deepEqual((await call('GET /api/v1/invitations/mine', { as: grace })).body.data, []);

  const renewed = await call(`POST /api/v1/invitations/${invitation}/resend`, { as: owner });
  assert.equal(idOf(renewed), invitation);
  assert.equal((renewed.body.data as { state: string }).state, 'pending');
  assert.equal(access.mails.length, 2);
  access.clock.advance(invitationMsMax - 1);
  await acceptInvitation(access.needs, invitee, invitation);

  const actions = (await access.auditOf(id)).map(({ action }) => action);
  assert.deepEqual(actions, ['member.invited', 'invitation.resent', 'invitation.accepted']);
});

test('a revoked invitation is over, and the address can be invited anew', async (t) => {
  const { access, id, owner, grace, call, invite } = await start(t);
  const first = idOf(await invite());
  assert.equal((await invite()).body.code, 'CONFLICT', 'one is pending');

  assert.equal((await call(`DELETE /api/v1/invitations/${first}`, { as: owner })).status, 200);

  for (const [endpoint, as] of [
    [`POST /api/v1/invitations/${first}/accept`, grace],
    [`POST /api/v1/invitations/${first}/resend`, owner],
    [`DELETE /api/v1/invitations/${first}`, owner],
  ] as const) {
    const answer = await call(endpoint, { as });
    assert.deepEqual([answer.status, answer.body.code], [409, 'CONFLICT'], endpoint);
  }
  access.clock.advance(LIMITS.accountMails.invitationEveryMs);
  assert.notEqual(idOf(await invite()), first);
  const actions = (await access.auditOf(id)).map(({ action }) => action);
  assert.deepEqual(actions.sort(), ['invitation.revoked', 'member.invited', 'member.invited']);
});

test('an expired invitation is renewed by inviting again, with the role asked for now', async (t) => {
  const { access, invite } = await start(t);
  const first = idOf(await invite());
  access.clock.advance(invitationMsMax);

  const again = await invite(undefined, 'viewer');

  assert.equal(again.status, 201);
  assert.equal(idOf(again), first);
  assert.equal((again.body.data as { role: string }).role, 'viewer');
});

test('only the invited address can accept, and others cannot tell that there is something', async (t) => {
  const { access, call, invite } = await start(t);
  const invitation = idOf(await invite());
  const other = await access.newPerson('mallory@example.com');

  const foreign = await call(`POST /api/v1/invitations/${invitation}/accept`, { as: other });
  const missing = await call('POST /api/v1/invitations/inv_missing/accept', { as: other });

  assert.deepEqual([foreign.status, foreign.text], [404, missing.text]);
});

test('an address that is not confirmed accepts nothing', async (t) => {
  const { access, grace, call, invite } = await start(t);
  const invitation = idOf(await invite());
  const { db } = access.metadata;
  await db.updateTable('users').set({ email_verified: 0 }).where('id', '=', grace.id).execute();

  const answer = await call(`POST /api/v1/invitations/${invitation}/accept`, { as: grace });

  assert.deepEqual([answer.status, answer.body.code], [401, 'EMAIL_NOT_VERIFIED']);
});

test('a member is not invited again, and the mail leaves with the change or not at all', async (t) => {
  const { access, id, grace, invite } = await start(t);
  await access.join(id, 'member', grace);

  assert.equal((await invite()).body.code, 'CONFLICT');
  assert.deepEqual(access.mails, []);

  const { metadata } = access;
  const failing = {
    ...access.needs,
    enqueueMail: async (...args: Parameters<typeof access.needs.enqueueMail>) => {
      await access.needs.enqueueMail(...args);
      throw new Error('the disk is full');
    },
  };
  const { owner } = await access.newOrganization();
  const draft = { email: 'linus@example.com', role: 'member' } as const;
  await assert.rejects(createInvitation(failing, owner.actor, draft), /disk is full/);
  const rows = await metadata.db.selectFrom('invitations').selectAll().execute();
  const mails = await metadata.db.selectFrom('settings').selectAll().execute();
  assert.deepEqual([rows, mails, await access.auditOf(owner.actor.organization)], [[], [], []]);
});

test('nobody invites to a role above their own, and a key acts as an Admin', async (t) => {
  const { access, id, owner, call } = await start(t);
  const admin = await access.join(id, 'admin');

  const answers = await Promise.all(
    ROLES.map((role) =>
      call('POST /api/v1/invitations', { as: admin, body: { email: `${role}@example.com`, role } }),
    ),
  );
  const byOwner = await call('POST /api/v1/invitations', {
    as: owner,
    body: { email: 'second@example.com', role: 'owner' },
  });

  assert.deepEqual(
    answers.map(({ status }) => status),
    [403, 201, 201, 201],
  );
  assert.equal(byOwner.status, 201);
  const key = await createApiKey(access.needs, owner.actor, { name: 'k', scope: 'full-access' });
  for (const [role, status] of [
    ['owner', 403],
    ['admin', 201],
  ] as const) {
    const body = { email: `by-key-${role}@example.com`, role };
    assert.equal((await call('POST /api/v1/invitations', { as: key.value, body })).status, status);
  }
  assert.doesNotMatch(access.mails.at(-1)?.text ?? '', /key_/, 'people do not know key ids');
});

test('a full plan refuses the invitation and, after a downgrade, the accept', async (t) => {
  const { access, id, owner, grace, call, invite } = await start(t);
  const invitation = idOf(await invite());
  await access.join(id, 'member');
  await changeBilling(access.needs, owner.actor, 'free');
  const expected = { limit: PLANS.free.resources.members, resource: 'members', plan: 'free' };

  const accept = await call(`POST /api/v1/invitations/${invitation}/accept`, { as: grace });
  const another = await invite('linus@example.com');

  for (const { status, body } of [accept, another]) {
    const { limit, resource, plan } = body;
    assert.deepEqual([status, body.code], [403, 'PLAN_LIMIT_REACHED']);
    assert.deepEqual({ limit, resource, plan }, expected);
  }
});

test('waiting invitations are bounded', async (t) => {
  const { access, owner } = await start(t);
  const needs = { ...access.needs, limits: { ...access.needs.limits, pendingInvitationsMax: 3 } };
  const inviteTo = (name: string) =>
    createInvitation(needs, owner.actor, { email: `${name}@example.com`, role: 'viewer' });
  const first = await inviteTo('a');
  await inviteTo('b');
  await inviteTo('c');

  await assert.rejects(inviteTo('d'), { code: 'CONFLICT' });
  await revokeInvitation(needs, owner.actor, first.id);
  await inviteTo('d');
});

test('what is no address, no role or not asked for is refused with its place', async (t) => {
  const { access, call, owner } = await start(t);
  const bodies: [unknown, string][] = [
    [{ email: 'nobody', role: 'member' }, 'email'],
    [{ email: 'a@b@example.com', role: 'member' }, 'email'],
    [{ email: 'a\u0000@example.com', role: 'member' }, 'email'],
    [{ email: 'a\r\nBcc: x@example.com', role: 'member' }, 'email'],
    [{ email: 'gr\u0430ce@example.com', role: 'member' }, 'email'],
    [{ email: 'grace@ex\u0430mple.com', role: 'member' }, 'email'],
    [{ email: 'grace@\u212Aelvin.example', role: 'member' }, 'email'],
    [
      { email: `${'a'.repeat(LIMITS.mail.addressCharactersMax)}@example.com`, role: 'member' },
      'email',
    ],
    [{ email: 7, role: 'member' }, 'email'],
    [{ email: 'grace@example.com', role: 'owner,admin' }, 'role'],
    [{ email: 'grace@example.com', role: ['owner'] }, 'role'],
    [{ email: 'grace@example.com' }, 'role'],
    [{ email: 'grace@example.com', role: 'member', plan: 'enterprise' }, 'plan'],
  ];

  for (const [body, path] of bodies) {
    const answer = await call('POST /api/v1/invitations', { as: owner, body });
    assert.deepEqual(
      [answer.status, answer.body.code, answer.body.details?.[0]?.path],
      [400, 'VALIDATION_ERROR', path],
      answer.text,
    );
  }
  assert.deepEqual(access.mails, []);
});

test('an address gets an invitation of one organization once a minute, also round a revocation', async (t) => {
  const { access, owner, call, invite } = await start(t);
  const { invitationEveryMs } = LIMITS.accountMails;
  const first = idOf(await invite());
  const resend = (id: string) => call(`POST /api/v1/invitations/${id}/resend`, { as: owner });

  access.clock.advance(invitationEveryMs - 1);
  const tooSoon = await resend(first);
  await call(`DELETE /api/v1/invitations/${first}`, { as: owner });
  const round = await invite();
  access.clock.advance(1);
  const second = await invite();

  for (const { status, body, headers } of [tooSoon, round]) {
    assert.deepEqual([status, body.code, headers['retry-after']], [429, 'RATE_LIMITED', '1']);
  }
  assert.equal(second.status, 201);
  assert.equal(access.mails.length, 2);
});

test('an address gets so many mails a day, from however many organizations', async (t) => {
  const access = await openAccess(t);
  const { perRecipientMax, windowMs } = LIMITS.accountMails;
  const draft = { email: 'grace@example.com', role: 'member' } as const;

  for (let count = 0; count < perRecipientMax; count++) {
    const { owner } = await access.newOrganization();
    await createInvitation(access.needs, owner.actor, draft);
  }
  const { owner } = await access.newOrganization();
  const beyond = createInvitation(access.needs, owner.actor, draft);

  await assert.rejects(beyond, { code: 'RATE_LIMITED' });
  assert.equal(access.mails.length, perRecipientMax);
  access.clock.advance(windowMs);
  await createInvitation(access.needs, owner.actor, draft);
});

test('an organization sends so many invitations a day', async (t) => {
  const { access, owner } = await start(t);
  const { perOrganizationMax } = LIMITS.accountMails;
  const invite = async (at: number): Promise<void> => {
    const draft = { email: `p${at}@example.com`, role: 'member' } as const;
    const { id } = await createInvitation(access.needs, owner.actor, draft);
    await revokeInvitation(access.needs, owner.actor, id);
  };

  for (let at = 0; at < perOrganizationMax; at++) await invite(at);

  await assert.rejects(invite(perOrganizationMax), { code: 'RATE_LIMITED' });
  const { owner: other } = await access.newOrganization();
  const draft = { email: 'x@example.com', role: 'member' } as const;
  await createInvitation(access.needs, other.actor, draft);
});
