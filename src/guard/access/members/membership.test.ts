import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Actor } from '../../../base/actor.ts';
import { userId, type OrganizationId, type UserId } from '../../../base/ids.ts';
import type { Role } from '../../../spec/roles.ts';
import { openAccess, type AccessUnderTest } from '../../../../test/support/open-access.ts';
import { membershipOf } from './membership.ts';
import { requireGrantable, standingRole } from './standing-role.ts';

const NOW = 1_768_478_400_000;

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const member = await access.join(id, 'member');
  const lend = (role: Role, endsAt: number) =>
    access.metadata.db
      .insertInto('elevations')
      .values({
        id: `elv_${role}`,
        organization_id: id,
        member_id: member.memberId,
        role,
        reason: 'r',
        duration_ms: 60_000,
        state: 'approved',
        requested_at: NOW,
        decided_by: owner.email,
        decided_at: NOW,
        ends_at: endsAt,
      })
      .execute();
  return { access, id, owner, member, lend };
}

/** What is read for the cache, under which name. */
async function loaded(access: AccessUnderTest, organization: OrganizationId, user: UserId) {
  let read: unknown;
  const get = async (key: string, load: () => Promise<unknown>) => {
    read = { key, loaded: await load() };
    return 'the answer of the cache';
  };
  const cache = { get } as unknown as AccessUnderTest['cache'];
  const answer: unknown = await membershipOf({ ...access, cache }, organization, user);
  assert.equal(answer, 'the answer of the cache');
  return read;
}

test('a membership is known until what is lent on top of it ends', async (t) => {
  const { access, id, member, lend } = await start(t);
  const key = `member:${id}:${member.id}`;
  const { memberId } = member;
  const read = () => loaded(access, id, member.id);

  assert.deepEqual(await read(), {
    key,
    loaded: { subject: id, value: { memberId, role: 'member', ownRole: 'member' } },
  });
  await lend('viewer', NOW + 5);
  assert.deepEqual(
    await read(),
    {
      key,
      loaded: {
        subject: id,
        value: { memberId, role: 'member', ownRole: 'member' },
        until: NOW + 5,
      },
    },
    'what is lent takes nothing away',
  );
  await lend('admin', NOW + 7);
  assert.deepEqual(await read(), {
    key,
    loaded: { subject: id, value: { memberId, role: 'admin', ownRole: 'member' }, until: NOW + 7 },
  });
  const { id: stranger } = await access.newPerson();
  assert.deepEqual(await loaded(access, id, stranger), {
    key: `member:${id}:${stranger}`,
    loaded: undefined,
  });
});

test('the role held for good is what a member has without what is lent; keys are Admins', async (t) => {
  const { access, owner, member, lend } = await start(t);
  await lend('owner', NOW + 5);
  const as = (who: Actor['who']): Actor => ({ ...owner.actor, who });
  const roleOf = (actor: Actor) => access.metadata.transaction((unit) => standingRole(unit, actor));
  const token = (user: UserId) =>
    as({ kind: 'access_token', id: 'pat_1', user, email: 'x@example.com', role: 'owner' });

  assert.equal(await roleOf(owner.actor), 'owner');
  assert.equal(await roleOf(member.actor), 'member');
  assert.equal(await roleOf(token(member.id)), 'member');
  assert.equal(await roleOf(as({ kind: 'api_key', id: 'key_1', name: 'k' })), 'admin');
  assert.equal(await roleOf(as({ kind: 'system', job: 'tidying' })), 'admin');
  await assert.rejects(roleOf(token(userId('usr_gone'))), {
    code: 'FORBIDDEN',
    message: 'You are no longer a member.',
  });
});

test('nobody hands out a role above their own', async (t) => {
  const { access, owner, member } = await start(t);
  const grant = (actor: Actor, role: Role) =>
    access.metadata.transaction((unit) => requireGrantable(unit, actor, role));
  const refused = { code: 'FORBIDDEN', message: "You can't grant a role above your own." };

  await grant(owner.actor, 'owner');
  await grant(member.actor, 'member');
  await grant(member.actor, 'viewer');
  await assert.rejects(grant(member.actor, 'admin'), refused);
  await assert.rejects(grant(member.actor, 'owner'), refused);
});
