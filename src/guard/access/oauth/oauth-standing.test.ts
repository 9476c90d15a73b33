/** Consent and the tokens that follow from it, when the standing of a person changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrganizationId } from '../../../base/ids.ts';
import type { AccessUnderTest, Person } from '../../../../test/support/open-access.ts';
import { REQUEST, startOauth } from '../../../../test/support/guard/start-oauth.ts';
import { changeAccess } from '../change-access.ts';
import { endWork, resumeMember, suspendMember } from '../members/leave-members.ts';
import { findSuspended } from '../members/suspended-members-table.ts';
import { insertBreakGlass, insertRequired } from '../required-sign-in/required-sign-in-table.ts';

test('attack: whom a directory has suspended gets no token and uses none, neither then nor later', async (t) => {
  const { access, id, consent, codeOf, byCode, byRefresh, mcp } = await startOauth(t);
  const member = await access.join(id, 'member');
  const theirs = (await byCode(await codeOf({}, member))).body;
  const open = await codeOf({}, member);
  assert.equal((await mcp(theirs.access_token)).status, 200);
  const isRefused = async () => {
    assert.equal((await mcp(theirs.access_token)).status, 401);
    assert.equal((await byRefresh(theirs.refresh_token)).body.error, 'invalid_grant');
    assert.equal((await byCode(open)).body.error, 'invalid_grant');
  };
  const now = access.clock.now();

  await changeAccess(access.needs, id, async (unit) => {
    await endWork(unit, id, member.id, now);
    await suspendMember(unit, id, member.memberId, now);
  });

  await isRefused();
  // With a session from elsewhere the organization is not there at all.
  const again = await access.newPerson();
  await access.metadata.db
    .updateTable('sessions')
    .set({ user_id: member.id, active_organization_id: id })
    .where('id', '=', again.sessionId)
    .execute();
  const back = { ...member, sessionId: again.sessionId };
  assert.equal((await consent({}, back)).status, 404);
  await changeAccess(access.needs, id, async (unit) => {
    const suspended = await findSuspended(unit, id, member.id);
    assert.ok(suspended !== undefined);
    await resumeMember(unit, id, suspended, 'member', null);
  });
  await isRefused();
  const { body } = await byCode(await codeOf({}, back));
  assert.equal((await mcp(body.access_token)).status, 200, 'after a new consent');
});

test('attack: where a sign-in is required, consent needs it; agents stay connected as tokens stay valid', async (t) => {
  const { access, id, owner, call, consent, codeOf, byCode, byRefresh, mcp } = await startOauth(t);
  const member = await access.join(id, 'member');
  const before = (await byCode(await codeOf({}, member))).body;
  const token = await access.newToken(member);
  const connection = await requireSignIn(access, id, owner);
  const ask = async () =>
    call('POST /api/v1/oauth/authorization', {
      as: member,
      body: { query: new URLSearchParams(REQUEST).toString() },
    });

  for (const answer of [await ask(), await consent({}, member)]) {
    assert.deepEqual([answer.status, answer.body.code], [403, 'SSO_REQUIRED']);
  }
  // As an access token, a connection stays.
  assert.equal((await call('GET /api/v1/members', { as: token })).body.code, 'INSUFFICIENT_SCOPE');
  assert.equal((await mcp(before.access_token)).status, 200);
  const after = (await byRefresh(before.refresh_token)).body;
  assert.equal((await mcp(after.access_token)).status, 200);
  assert.equal((await consent({}, owner)).status, 200, 'break-glass');
  const signInWith = async (value: string) =>
    access.metadata.db
      .updateTable('sessions')
      .set({ signed_in_with: 'oidc', connection_id: value })
      .where('id', '=', member.sessionId)
      .execute();
  await signInWith('con_other');
  assert.equal((await consent({}, member)).body.code, 'SSO_REQUIRED');
  await signInWith(connection);
  assert.equal((await ask()).status, 200);
  assert.equal((await consent({}, member)).status, 200);
});

/** For the addresses of everybody in the test; the Owner gets in without. */
async function requireSignIn(
  access: AccessUnderTest,
  id: OrganizationId,
  owner: Person & { readonly memberId: string },
): Promise<string> {
  const row = { organization_id: id, created_by: owner.id, created_at: 0 };
  await access.metadata.db
    .insertInto('domains')
    .values({ ...row, id: 'dom_1', domain: 'example.com', token: 'x', state: 'proved' })
    .execute();
  await access.metadata.db
    .insertInto('connections')
    .values({
      ...row,
      id: 'con_1',
      name: 'Acme',
      kind: 'oidc',
      preset: 'other',
      version: 1,
      issuer: 'https://id.example.com',
      client_id: 'x',
      client_secret: 'x',
      attributes: '{}',
      jit: 0,
      role_map: '[]',
      default_role: 'none',
      on_missing_groups: 'keep',
      session_hours: 1,
      updated_at: 0,
    })
    .execute();
  await changeAccess(access.needs, id, async (unit) => {
    await insertRequired(unit, {
      connection_id: 'con_1',
      organization_id: id,
      set_by: owner.id,
      set_at: 0,
    });
    await insertBreakGlass(unit, {
      member_id: owner.memberId,
      organization_id: id,
      user_id: owner.id,
      networks: '[]',
      named_by: owner.id,
      named_at: 0,
      used_at: null,
      reminded_at: null,
    });
  });
  return 'con_1';
}
