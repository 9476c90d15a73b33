import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAccess, type Person } from '../../../test/support/open-access.ts';
import { startAccess } from '../../../test/support/start-access.ts';
import { claimInstallation } from './operators/claim-installation.ts';

const ORIGIN = { ipAddress: '192.0.2.1', userAgent: 'test/1.0' };

/** Asks as the Owner unless somebody else is named; the status and the data of an answer. */
async function start(t: TestContext) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization('enterprise');
  const { call } = startAccess(t, access);
  const ask = async (endpoint: string, body?: object, as: Person = owner) => {
    const answer = await call(endpoint, { as, ...(body === undefined ? {} : { body }) });
    return { status: answer.status, data: answer.body.data };
  };
  const answers = async (
    endpoint: string,
    body: object | undefined,
    status: number,
    fields: object,
    as: Person = owner,
  ) => {
    const answer = await ask(endpoint, body, as);
    const data = answer.data as Record<string, unknown>;
    assert.deepEqual([answer.status, data], [status, { ...data, ...fields }], endpoint);
    return String(data['id']);
  };
  const lists = async (
    endpoint: string,
    field: string,
    expected: unknown[],
    as: Person = owner,
  ) => {
    const { status, data } = await ask(endpoint, undefined, as);
    assert.equal(status, 200, endpoint);
    assert.deepEqual(
      (data as Record<string, unknown>[]).map((each) => each[field]),
      expected,
      endpoint,
    );
  };
  return { access, id, owner, answers, lists, call };
}

test('an organization is read, changed, left for another one and deleted', async (t) => {
  const { id, owner, answers, lists } = await start(t);

  await answers('GET /api/v1/organization', undefined, 200, { id, name: 'Acme' });
  await answers('PATCH /api/v1/organization', { name: 'New' }, 200, { id, name: 'New' });
  await answers('GET /api/v1/organization/billing', undefined, 200, { plan: 'enterprise' });
  await answers('PATCH /api/v1/organization/billing', { plan: 'pro' }, 200, { plan: 'pro' });
  await answers('GET /api/v1/organization/usage', undefined, 200, { plan: 'pro' });
  await lists('GET /api/v1/organizations', 'id', [id]);
  const second = await answers('POST /api/v1/organizations', { name: 'Second' }, 201, {
    name: 'Second',
  });
  await answers(`POST /api/v1/organizations/${second}/activate`, undefined, 200, {
    id: second,
    isActive: true,
  });
  await answers('GET /api/v1/organization', undefined, 200, { id: second });
  await answers('DELETE /api/v1/organization?confirm=Second', undefined, 200, { deleted: true });
  await lists('GET /api/v1/organizations', 'id', [id], owner);
});

test('members are listed, changed and removed, and roles are told', async (t) => {
  const { access, id, owner, answers, lists } = await start(t);
  access.clock.advance(1);
  const member = await access.join(id, 'member');
  const { memberId } = member;

  await lists('GET /api/v1/members', 'id', [owner.memberId, memberId]);
  await lists('GET /api/v1/roles', 'role', ['owner', 'admin', 'member', 'viewer']);
  await answers(`PATCH /api/v1/members/${memberId}`, { role: 'viewer' }, 200, { role: 'viewer' });
  await answers(`DELETE /api/v1/members/${memberId}`, undefined, 200, { id: memberId });
  await lists('GET /api/v1/members', 'id', [owner.memberId]);
});

test('an invitation is made, sent again, seen, accepted and revoked', async (t) => {
  const { access, id, answers, lists, call } = await start(t);
  const grace = await access.newPerson('grace@example.com');
  const draft = { email: grace.email, role: 'viewer' };
  const first = await answers('POST /api/v1/invitations', draft, 201, { state: 'pending' });
  access.clock.advance(60_000);

  await answers(`POST /api/v1/invitations/${first}/resend`, undefined, 200, { id: first });
  const voucher = access.needs.vouchers.seal(first, grace.email);
  const preview = `GET /api/v1/invitations/${first}/preview`;
  await answers(`${preview}?voucher=${voucher}`, undefined, 200, { id: first });
  assert.equal((await call(preview)).status, 404);
  await lists('GET /api/v1/invitations/mine', 'id', [first], grace);
  const accepted = { organizationId: id, role: 'viewer' };
  await answers(`POST /api/v1/invitations/${first}/accept`, undefined, 200, accepted, grace);
  const entry = (await access.auditOf(id)).find(({ action }) => action === 'invitation.accepted');
  assert.deepEqual(
    [entry?.actor, entry?.ip_address, entry?.user_agent],
    [grace.email, '192.0.2.1', 'test/1.0'],
  );
  const another = { ...draft, email: 'linus@example.com' };
  const second = await answers('POST /api/v1/invitations', another, 201, { role: 'viewer' });
  await answers(`DELETE /api/v1/invitations/${second}`, undefined, 200, { state: 'revoked' });
  await lists('GET /api/v1/invitations', 'state', ['revoked', 'accepted']);
});

test('a role is asked for, lent and given back', async (t) => {
  const { access, id, answers, lists } = await start(t);
  const member = await access.join(id, 'member');
  const draft = { role: 'admin', minutes: 60, reason: 'Incident' };

  const asked = await answers('POST /api/v1/elevations', draft, 201, { role: 'admin' }, member);
  const decide = `POST /api/v1/elevations/${asked}/decide`;
  await answers(decide, { approve: true }, 200, { state: 'approved' });
  await answers(`DELETE /api/v1/elevations/${asked}`, undefined, 200, { state: 'ended' }, member);
  await lists('GET /api/v1/elevations', 'id', [asked]);
});

test('keys and tokens are made, listed and revoked', async (t) => {
  const { answers, lists } = await start(t);

  const key = { name: 'Vector', scope: 'read-only' };
  const keyId = await answers('POST /api/v1/api-keys', key, 201, key);
  await answers(`DELETE /api/v1/api-keys/${keyId}`, undefined, 200, { state: 'revoked' });
  await lists('GET /api/v1/api-keys', 'id', [keyId]);
  const token = { name: 'Nightly', scopes: ['search:read'] };
  const tokenId = await answers('POST /api/v1/access-tokens', token, 201, token);
  await answers(`DELETE /api/v1/access-tokens/${tokenId}`, undefined, 200, { state: 'revoked' });
  await lists('GET /api/v1/access-tokens', 'id', [tokenId]);
});

test('operators see all, set terms, and name each other', async (t) => {
  const { access, id, owner, answers, lists, call } = await start(t);
  await access.metadata.transaction((unit) =>
    claimInstallation(unit, owner, ORIGIN, access.clock.now()),
  );
  access.clock.advance(1);
  const grace = await access.newPerson('grace@example.com');

  await answers('GET /api/v1/installation', undefined, 200, { isOperator: true });
  await lists('GET /api/v1/operator/organizations', 'id', [id]);
  const terms = `PATCH /api/v1/operator/organizations/${id}`;
  await answers(terms, { plan: 'pro' }, 200, { plan: 'pro' });
  const { email } = grace;
  await answers('POST /api/v1/operator/operators', { email }, 201, { id: grace.id });
  await lists('GET /api/v1/operator/operators', 'id', [owner.id, grace.id]);
  access.clock.advance(1);
  await answers(`DELETE /api/v1/operator/operators/${grace.id}`, undefined, 200, { removed: true });
  await lists('GET /api/v1/operator/operators', 'id', [owner.id]);
  const reported = await call('GET /api/v1/operator/audit?limit=1', { as: owner });
  const [newest] = reported.body.data as Record<string, unknown>[];
  const removal = { action: 'operator.removed', actor: owner.email, ...ORIGIN };
  assert.deepEqual(newest, { ...newest, ...removal });
});
