import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Actor } from '../../../base/actor.ts';
import { noteLocks } from '../../../../test/support/guard/note-locks.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { decideElevation, requestElevation } from '../elevation/manage-elevations.ts';
import { changeMemberRole, listMembers, removeMember } from './manage-members.ts';

const NOW = 1_768_478_400_000;

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const member = await access.join(id, 'member');
  const { needs, locks } = noteLocks(access.needs);
  const forgotten: string[] = [];
  const cache = {
    get: access.cache.get.bind(access.cache),
    forget: (subject: string) => void forgotten.push(subject),
  };
  const told = async () =>
    (await access.auditOf(id)).map((entry) => [
      entry.action,
      entry.resource,
      entry.recorded_at - NOW,
      JSON.parse(entry.details) as unknown,
    ]);
  const roles = async () => {
    const rows = await access.metadata.db.selectFrom('members').selectAll().execute();
    return Object.fromEntries(rows.map((row) => [row.id, row.role]));
  };
  const shown = {
    id: member.memberId,
    userId: member.id,
    name: 'Ada',
    email: member.email,
    role: 'member',
    isRoleManaged: false,
    elevatedTo: null,
    elevatedUntil: null,
    joinedAt: '2026-01-15T12:00:00.000Z',
  };
  return {
    access,
    needs: { ...needs, cache },
    locks,
    forgotten,
    id,
    owner,
    member,
    told,
    roles,
    shown,
  };
}

const FORBIDDEN = { code: 'FORBIDDEN', message: 'Only an Owner can add or remove Owners.' };
const LAST = {
  code: 'CONFLICT',
  message: 'An organization needs at least one Owner. Make another member Owner first.',
};

test('a changed role is kept, told and forgotten by whoever knew the old one', async (t) => {
  const { access, needs, locks, forgotten, id, owner, member, told, roles, shown } = await start(t);
  access.clock.advance(5);

  const changed = await changeMemberRole(needs, owner.actor, member.memberId, 'admin');

  assert.deepEqual(changed, { ...shown, role: 'admin' });
  assert.deepEqual(await roles(), { [owner.memberId]: 'owner', [member.memberId]: 'admin' });
  const details = {
    email: member.email,
    from: 'member',
    to: 'admin',
    changed: ['role'],
    changes: [{ field: 'role', before: 'member', after: 'admin' }],
  };
  assert.deepEqual(await told(), [['member.role_changed', member.memberId, 5, details]]);
  assert.deepEqual(locks, [`organizations ${id}`]);
  assert.deepEqual(forgotten, [id]);
});

test('the role that somebody has already is no change, and what is lent to them runs on', async (t) => {
  const { access, needs, owner, member, told, shown } = await start(t);
  const draft = { role: 'admin', minutes: 60, reason: 'Incident' } as const;
  const { id: lent } = await requestElevation(access.needs, member.actor, draft);
  await decideElevation(access.needs, owner.actor, lent, true);
  const elevated = {
    ...shown,
    elevatedTo: 'admin',
    elevatedUntil: '2026-01-15T13:00:00.000Z',
  };

  assert.deepEqual(await changeMemberRole(needs, owner.actor, member.memberId, 'member'), elevated);
  assert.equal((await told()).length, 2);
  const page = { limit: 1, after: undefined };
  const { data, nextCursor } = await listMembers(needs, owner.actor, { ...page, limit: 2 });
  assert.deepEqual(
    data.toSorted((one) => (one.id === owner.memberId ? -1 : 1)),
    [
      { ...shown, id: owner.memberId, userId: owner.id, email: owner.email, role: 'owner' },
      elevated,
    ],
  );
  assert.equal(nextCursor, null);
  assert.equal(typeof (await listMembers(needs, owner.actor, page)).nextCursor, 'string');

  access.clock.advance(1);
  const lowered = await changeMemberRole(needs, owner.actor, member.memberId, 'viewer');

  assert.deepEqual(lowered, { ...shown, role: 'viewer' }, 'what was lent has ended');
  assert.deepEqual(
    (await told()).slice(2).toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    [
      ['elevation.ended', lent, 1, { email: member.email, role: 'admin' }],
      [
        'member.role_changed',
        member.memberId,
        1,
        {
          email: member.email,
          from: 'member',
          to: 'viewer',
          changed: ['role'],
          changes: [{ field: 'role', before: 'member', after: 'viewer' }],
        },
      ],
    ],
  );
});

test('whoever goes takes their session’s choice along, and is forgotten', async (t) => {
  const { access, needs, locks, forgotten, id, owner, member, told, roles, shown } = await start(t);
  await access.newToken(member);
  access.clock.advance(5);

  assert.deepEqual(await removeMember(needs, owner.actor, member.memberId), shown);

  assert.deepEqual(await roles(), { [owner.memberId]: 'owner' });
  const details = { email: member.email, role: 'member', revokedTokens: 1 };
  assert.deepEqual((await told()).at(-1), ['member.removed', member.memberId, 5, details]);
  assert.deepEqual(locks, [`organizations ${id}`]);
  assert.deepEqual(forgotten, [id, member.id]);
  const session = await access.metadata.db
    .selectFrom('sessions')
    .select('active_organization_id')
    .where('id', '=', member.sessionId)
    .executeTakeFirstOrThrow();
  assert.equal(session.active_organization_id, null);
  const token = await access.metadata.db
    .selectFrom('access_tokens')
    .select('revoked_at')
    .executeTakeFirstOrThrow();
  assert.equal(token.revoked_at, NOW + 5);
  await assert.rejects(removeMember(needs, owner.actor, member.memberId), {
    code: 'NOT_FOUND',
    message: 'No such member.',
  });
});

test('who owns an organization is the affair of its Owners, and one stays', async (t) => {
  const { access, needs, id, owner, member, roles } = await start(t);
  const admin = await access.join(id, 'admin');
  const before = await roles();
  const key: Actor = { ...owner.actor, who: { kind: 'api_key', id: 'key_1', name: 'k' } };

  for (const actor of [admin.actor, key]) {
    await assert.rejects(changeMemberRole(needs, actor, owner.memberId, 'viewer'), FORBIDDEN);
    await assert.rejects(removeMember(needs, actor, owner.memberId), FORBIDDEN);
    await assert.rejects(changeMemberRole(needs, actor, member.memberId, 'owner'), {
      code: 'FORBIDDEN',
      message: "You can't grant a role above your own.",
    });
  }
  await assert.rejects(changeMemberRole(needs, owner.actor, owner.memberId, 'admin'), LAST);
  await assert.rejects(removeMember(needs, owner.actor, owner.memberId), LAST);
  assert.deepEqual(await roles(), before);

  await changeMemberRole(needs, owner.actor, member.memberId, 'owner');
  await removeMember(needs, owner.actor, owner.memberId);
  await assert.rejects(removeMember(needs, member.actor, member.memberId), LAST);
});

test('another organization has no such member', async (t) => {
  const { access, needs, member, roles } = await start(t);
  const { owner: stranger } = await access.newOrganization();
  const before = await roles();
  const missing = { code: 'NOT_FOUND', message: 'No such member.' };

  await assert.rejects(changeMemberRole(needs, stranger.actor, member.memberId, 'viewer'), missing);
  await assert.rejects(removeMember(needs, stranger.actor, member.memberId), missing);
  assert.deepEqual(await roles(), before);
});
