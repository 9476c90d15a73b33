import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { onBothStores, openAccess } from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { createApiKey } from '../credentials/create-api-key.ts';
import { changeMemberRole } from '../members/manage-members.ts';
import { membershipOf } from '../members/membership.ts';
import { decideElevation, noteEndedElevations, requestElevation } from './manage-elevations.ts';

const { elevationMsMin, elevationMsMax } = LIMITS.organizations;
const MINUTE = 60_000;

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const member = await access.join(id, 'member');
  const { call } = startAccess(t, access);
  const request = (as = member, role = 'admin', minutes = 60) =>
    call('POST /api/v1/elevations', { as, body: { role, minutes, reason: 'Incident 42' } });
  const decide = (as: typeof owner, elevation: string, approve = true) =>
    call(`POST /api/v1/elevations/${elevation}/decide`, { as, body: { approve } });
  return { access, id, owner, member, call, request, decide };
}

function idOf(answer: { readonly body: { readonly data?: unknown } }): string {
  return (answer.body.data as { id: string }).id;
}

test('a role is lent for its time and ends by itself at the very moment', async (t) => {
  const { access, id, owner, member, call, request, decide } = await start(t);
  const asked = idOf(await request());
  assert.equal((await call('GET /api/v1/api-keys', { as: member })).status, 403);

  const approved = await decide(owner, asked);

  const endsAt = new Date(access.clock.now() + 60 * MINUTE).toISOString();
  const { state, decidedBy, endsAt: shown } = approved.body.data as Record<string, string>;
  assert.deepEqual([state, decidedBy, shown], ['approved', owner.email, endsAt]);
  assert.equal((await call('GET /api/v1/api-keys', { as: member })).status, 200);
  const members = await call('GET /api/v1/members', { as: owner });
  const row = (members.body.data as { id: string }[]).find((each) => each.id === member.memberId);
  assert.deepEqual(row, { ...row, role: 'member', elevatedTo: 'admin', elevatedUntil: endsAt });

  access.clock.advance(60 * MINUTE - 1);
  assert.equal((await call('GET /api/v1/api-keys', { as: member })).status, 200);
  access.clock.advance(1);
  assert.equal((await call('GET /api/v1/api-keys', { as: member })).status, 403);

  await noteEndedElevations(access.needs);
  await noteEndedElevations(access.needs);
  const entries = await access.auditOf(id);
  assert.deepEqual(
    entries.map(({ action, actor, resource }) => [action, actor, resource]),
    [
      ['elevation.requested', member.email, asked],
      ['elevation.approved', owner.email, asked],
      ['elevation.ended', 'system:elevations', asked],
    ],
  );
});

test('30 minutes and 24 hours are allowed, a minute less or more is not', async (t) => {
  const { access, id, request } = await start(t);
  const minutes = [elevationMsMin / MINUTE - 1, elevationMsMax / MINUTE + 1, 30.5];
  for (const wrong of minutes) {
    const answer = await request(undefined, 'admin', wrong);
    assert.deepEqual([answer.status, answer.body.details?.[0]?.path], [400, 'minutes']);
  }

  for (const right of [elevationMsMin / MINUTE, elevationMsMax / MINUTE]) {
    const other = await access.join(id, 'member');
    assert.equal((await request(other, 'admin', right)).status, 201);
  }
});

test('four eyes: nobody decides their own request, nor hands out more than they hold', async (t) => {
  const { access, id, owner, member, request, decide } = await start(t);
  const admin = await access.join(id, 'admin');
  const viewer = await access.join(id, 'viewer');
  const toOwner = idOf(await request(member, 'owner'));
  const own = idOf(await request(admin, 'owner'));

  assert.equal((await decide(viewer, toOwner)).body.code, 'FORBIDDEN');
  assert.equal((await decide(admin, toOwner)).body.code, 'FORBIDDEN');
  assert.equal((await decide(admin, own)).body.code, 'FORBIDDEN');
  assert.equal((await decide(admin, own, false)).body.code, 'FORBIDDEN');
  assert.equal((await decide(owner, own)).status, 200);
});

test('a lent role hands out no roles: not to its holder, not to others', async (t) => {
  const { access, id, owner, member, call, request, decide } = await start(t);
  const other = await access.join(id, 'viewer');
  await decide(owner, idOf(await request(member, 'owner')));
  const wish = idOf(await request(other, 'admin'));
  const patch = (memberId: string, role: string) =>
    call(`PATCH /api/v1/members/${memberId}`, { as: member, body: { role } });

  assert.equal((await call('GET /api/v1/organization/billing', { as: member })).status, 200);
  assert.equal((await patch(member.memberId, 'owner')).body.code, 'FORBIDDEN');
  assert.equal((await patch(member.memberId, 'admin')).body.code, 'FORBIDDEN');
  assert.equal((await patch(other.memberId, 'admin')).body.code, 'FORBIDDEN');
  assert.equal((await patch(owner.memberId, 'viewer')).body.code, 'FORBIDDEN');
  assert.equal((await decide(member, wish)).body.code, 'FORBIDDEN');
  const invited = { email: 'puppet@example.com', role: 'admin' };
  const invitation = await call('POST /api/v1/invitations', { as: member, body: invited });
  assert.equal(invitation.body.code, 'FORBIDDEN');
  assert.equal((await patch(other.memberId, 'member')).status, 200, 'up to the own role');
  const keyOf = (scope: string) =>
    call('POST /api/v1/api-keys', { as: member, body: { name: 'k', scope } });
  assert.equal((await keyOf('full-access')).body.code, 'FORBIDDEN', 'it would act as an Admin');
  assert.equal((await keyOf('ingest-only')).status, 201);
});

test('what is not above one’s own role is not lent, and what is not open is not decided', async (t) => {
  const { access, id, owner, member, request, decide } = await start(t);
  const admin = await access.join(id, 'admin');

  assert.equal((await request(member, 'member')).body.details?.[0]?.path, 'role');
  assert.equal((await request(admin, 'viewer')).body.details?.[0]?.path, 'role');
  assert.equal((await request(owner, 'owner')).body.details?.[0]?.path, 'role');
  const asked = idOf(await request());
  assert.equal((await request()).body.code, 'CONFLICT');
  assert.equal((await decide(owner, asked, false)).status, 200);
  assert.equal((await decide(owner, asked)).body.code, 'CONFLICT');
  assert.equal((await request()).status, 201, 'after a denial one may ask again');
});

test('one’s own and, with the permission, any lent role ends before its time', async (t) => {
  const { access, id, owner, member, call, request, decide } = await start(t);
  const stranger = await access.join(id, 'member');
  const first = idOf(await request());
  await decide(owner, first);

  assert.equal((await call(`DELETE /api/v1/elevations/${first}`, { as: stranger })).status, 404);
  assert.equal((await call(`DELETE /api/v1/elevations/${first}`, { as: member })).status, 200);
  assert.equal((await call('GET /api/v1/api-keys', { as: member })).status, 403);
  assert.equal((await call(`DELETE /api/v1/elevations/${first}`, { as: member })).status, 409);
  const second = idOf(await request());
  assert.equal((await call(`DELETE /api/v1/elevations/${second}`, { as: owner })).status, 200);
  assert.equal((await decide(owner, second)).body.code, 'CONFLICT');
});

test('what is denied lends nothing, and is told', async (t) => {
  const { access, id, owner, member, call, request, decide } = await start(t);
  const asked = idOf(await request());
  access.clock.advance(1);

  const denied = await decide(owner, asked, false);

  assert.equal((denied.body.data as Record<string, string>)['state'], 'denied');
  assert.equal((await call('GET /api/v1/api-keys', { as: member })).status, 403);
  assert.equal((await decide(owner, asked)).body.code, 'CONFLICT');
  assert.deepEqual(
    (await access.auditOf(id)).map(({ action, actor, resource }) => [action, actor, resource]),
    [
      ['elevation.requested', member.email, asked],
      ['elevation.denied', owner.email, asked],
    ],
  );
});

test('others see their own requests, whoever may change roles sees all', async (t) => {
  const { access, id, owner, member, call, request } = await start(t);
  const viewer = await access.join(id, 'viewer');
  await request();
  await request(viewer, 'member');
  const seenBy = async (as: typeof owner): Promise<number> =>
    ((await call('GET /api/v1/elevations', { as })).body.data as unknown[]).length;

  assert.deepEqual([await seenBy(owner), await seenBy(member), await seenBy(viewer)], [2, 1, 1]);
});

test('a new role ends what was lent on top of the old one', async (t) => {
  const { access, id, owner, member, call, request, decide } = await start(t);
  const asked = idOf(await request());
  await decide(owner, asked);

  await changeMemberRole(access.needs, owner.actor, member.memberId, 'viewer');

  assert.equal((await call('GET /api/v1/api-keys', { as: member })).status, 403);
  const actions = (await access.auditOf(id)).map(({ action }) => action).sort();
  assert.deepEqual(actions, [
    'elevation.approved',
    'elevation.ended',
    'elevation.requested',
    'member.role_changed',
  ]);
});

test('what was lent never takes away from a role that has grown meanwhile', async (t) => {
  const { access, id, owner, member, request, decide } = await start(t);
  await decide(owner, idOf(await request()));
  const { db } = access.metadata;
  await db
    .updateTable('members')
    .set({ role: 'owner' })
    .where('id', '=', member.memberId)
    .execute();
  access.cache.forget(id);

  assert.equal((await membershipOf(access.needs, id, member.id))?.role, 'owner');
});

test('roles are lent to people, not to keys', async (t) => {
  const { access, owner, call } = await start(t);
  const key = await createApiKey(access.needs, owner.actor, { name: 'k', scope: 'full-access' });

  const body = { role: 'owner', minutes: 60, reason: 'Incident 42' };
  const answer = await call('POST /api/v1/elevations', { as: key.value, body });

  assert.deepEqual([answer.status, answer.body.code], [403, 'INSUFFICIENT_SCOPE']);
});

onBothStores('the life of a lent role', async (_, access) => {
  const { id, owner } = await access.newOrganization();
  const member = await access.join(id, 'viewer');
  const draft = { role: 'member', minutes: 30, reason: 'Night shift' } as const;
  const { id: asked } = await requestElevation(access.needs, member.actor, draft);
  await decideElevation(access.needs, owner.actor, asked, true);

  assert.equal((await membershipOf(access.needs, id, member.id))?.role, 'member');
  access.clock.advance(elevationMsMin);
  assert.equal((await membershipOf(access.needs, id, member.id))?.role, 'viewer');
  await noteEndedElevations(access.needs);
  const actions = (await access.auditOf(id)).map(({ action }) => action);
  assert.ok(actions.includes('elevation.ended'));
});

test('a lent role creates only keys that its holder may use for good', async (t) => {
  const { access, id, owner, call, decide, request } = await start(t);
  const viewer = await access.join(id, 'viewer');
  await decide(owner, idOf(await request(viewer)));
  const codeFor = async (scope: string) =>
    (await call('POST /api/v1/api-keys', { as: viewer, body: { name: 'k', scope } })).body.code;

  assert.equal(await codeFor('ingest-only'), 'FORBIDDEN', 'a Viewer does not write');
  assert.equal(await codeFor('full-access'), 'FORBIDDEN');
  assert.equal(await codeFor('read-only'), undefined);
});
