import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAccess } from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { ROLES, roleHolds, type Permission, type Role } from '../../../spec/roles.ts';
import { createAccessToken } from '../credentials/access-tokens.ts';
import { createApiKey } from '../credentials/create-api-key.ts';

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization('enterprise');
  const { call } = startAccess(t, access);
  const patch = (as: typeof owner | string, memberId: string, role: unknown) =>
    call(`PATCH /api/v1/members/${memberId}`, { as, body: { role } });
  return { access, id, owner, call, patch };
}

test('a changed role counts from the next request on, and is told', async (t) => {
  const { access, id, owner, call, patch } = await start(t);
  const member = await access.join(id, 'member');
  assert.equal((await call('GET /api/v1/api-keys', { as: member })).status, 403);

  const changed = await patch(owner, member.memberId, 'admin');

  assert.equal((changed.body.data as { role: string }).role, 'admin');
  assert.equal((await call('GET /api/v1/api-keys', { as: member })).status, 200);
  const [entry] = await access.auditOf(id);
  assert.deepEqual(
    [entry?.action, entry?.resource, JSON.parse(entry?.details ?? '')],
    [
      'member.role_changed',
      member.memberId,
      {
        email: member.email,
        from: 'member',
        to: 'admin',
        changed: ['role'],
        changes: [{ field: 'role', before: 'member', after: 'admin' }],
      },
    ],
  );
  await patch(owner, member.memberId, 'admin');
  assert.equal((await access.auditOf(id)).length, 1, 'the same role again is no change');
});

test('Admins manage the team, but not its Owners', async (t) => {
  const { access, id, owner, call, patch } = await start(t);
  const admin = await access.join(id, 'admin');
  const viewer = await access.join(id, 'viewer');
  await access.join(id, 'owner');
  const key = await createApiKey(access.needs, owner.actor, { name: 'k', scope: 'full-access' });

  for (const as of [admin, key.value]) {
    assert.equal((await patch(as, viewer.memberId, 'owner')).body.code, 'FORBIDDEN');
    assert.equal((await patch(as, owner.memberId, 'viewer')).body.code, 'FORBIDDEN');
    const removed = await call(`DELETE /api/v1/members/${owner.memberId}`, { as });
    assert.equal(removed.body.code, 'FORBIDDEN');
    assert.equal((await patch(as, viewer.memberId, 'member')).status, 200);
    assert.equal((await patch(as, viewer.memberId, 'viewer')).status, 200);
  }
  assert.equal((await patch(owner, viewer.memberId, 'owner')).status, 200);
});

test('the last Owner stays', async (t) => {
  const { owner, call, patch } = await start(t);

  const stepped = await patch(owner, owner.memberId, 'admin');
  const left = await call(`DELETE /api/v1/members/${owner.memberId}`, { as: owner });

  for (const { status, body } of [stepped, left]) {
    assert.deepEqual([status, body.code], [409, 'CONFLICT']);
  }
});

test('whoever is removed is out at once, with their tokens and their chosen organization', async (t) => {
  const { access, id, owner, call } = await start(t);
  const member = await access.join(id, 'member');
  const draft = { name: 't', scopes: ['search:read' as const] };
  const token = await createAccessToken(access.needs, member.actor, draft);
  assert.equal((await call('GET /api/v1/members', { as: member })).status, 200);

  const removed = await call(`DELETE /api/v1/members/${member.memberId}`, { as: owner });

  assert.equal((removed.body.data as { email: string }).email, member.email);
  assert.equal((await call('GET /api/v1/members', { as: member })).status, 404);
  const named = { as: member, headers: { 'x-organization-id': id } };
  assert.equal((await call('GET /api/v1/members', named)).status, 404);
  const refused = await call('GET /api/v1/members', { as: token.value });
  assert.equal(refused.body.code, 'PAT_REVOKED');
  const entry = (await access.auditOf(id)).find(({ action }) => action === 'member.removed');
  assert.deepEqual(JSON.parse(entry?.details ?? ''), {
    email: member.email,
    role: 'member',
    revokedTokens: 1,
  });
  const again = await call(`DELETE /api/v1/members/${member.memberId}`, { as: owner });
  assert.equal(again.status, 404);
});

test('a role is one of four, and exactly one', async (t) => {
  const { access, id, owner, patch } = await start(t);
  const member = await access.join(id, 'member');

  for (const role of ['owner,admin', 'root', '', null, ['admin'], 1, 'Owner']) {
    const answer = await patch(owner, member.memberId, role);
    assert.deepEqual([answer.status, answer.body.details?.[0]?.path], [400, 'role']);
  }
});

test('lists come in pages that hold everything once', async (t) => {
  const { access, id, owner, call } = await start(t);
  for (let count = 0; count < 6; count++) await access.join(id, 'viewer');
  const seen: string[] = [];
  let cursor = '';

  for (let page = 0; page < 10; page++) {
    const answer = await call(`GET /api/v1/members?limit=3${cursor}`, { as: owner });
    const { data, nextCursor } = answer.body as unknown as {
      data: { id: string }[];
      nextCursor: string | null;
    };
    assert.ok(data.length <= 3);
    seen.push(...data.map((member) => member.id));
    if (nextCursor === null) break;
    cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
  }

  assert.equal(seen.length, 7);
  assert.equal(new Set(seen).size, 7);
});

test('a page has a size within bounds and a cursor of ours', async (t) => {
  const { owner, call } = await start(t);
  const { pageRowsMax, pageRowsDefault } = LIMITS.http;
  const statusOf = async (query: string) =>
    (await call(`GET /api/v1/members?${query}`, { as: owner })).status;

  assert.equal(await statusOf(`limit=${pageRowsMax}`), 200);
  assert.equal(await statusOf(`limit=${pageRowsDefault}`), 200);
  for (const wrong of [`limit=${pageRowsMax + 1}`, 'limit=0', 'limit=many', 'cursor=x', 'page=2']) {
    assert.equal(await statusOf(wrong), 400, wrong);
  }
});

test('the list of roles is the table', async (t) => {
  const { owner, call } = await start(t);

  const answer = await call('GET /api/v1/roles', { as: owner });

  const listed = answer.body.data as { role: Role; permissions: Permission[] }[];
  assert.deepEqual(
    listed.map(({ role }) => role),
    [...ROLES],
  );
  for (const { role, permissions } of listed) {
    assert.ok(permissions.every((permission) => roleHolds(role, permission)));
  }
  assert.ok(listed[0]?.permissions.includes('billing:manage'));
  assert.ok(!listed[1]?.permissions.includes('billing:manage'));
});
