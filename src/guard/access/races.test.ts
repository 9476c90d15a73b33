/** What must hold however many requests come at the same moment. */
import assert from 'node:assert/strict';
import { accessOn, onBothStores, raced } from '../../../test/support/open-access.ts';
import { LIMITS } from '../../spec/limits.ts';
import { PLANS } from '../../spec/plans.ts';
import { createAccessToken } from './credentials/access-tokens.ts';
import { createApiKey } from './credentials/create-api-key.ts';
import { revokeApiKey } from './credentials/revoke-api-key.ts';
import { decideElevation, requestElevation } from './elevation/manage-elevations.ts';
import { createInvitation } from './invitations/manage-invitations.ts';
import { acceptInvitation } from './invitations/own-invitations.ts';
import { changeMemberRole, removeMember } from './members/manage-members.ts';
import { countMembers } from './members/members-table.ts';
import { createOrganization } from './organizations/create-organization.ts';

const PARALLEL = 20;
const origin = { confinedTo: undefined, ipAddress: '192.0.2.1', userAgent: 'test/1.0' };

onBothStores('a user creates as many organizations as allowed, not one more', async (_, access) => {
  const { createdPerUserMax } = LIMITS.organizations;
  const person = await access.newPerson();

  const { done, codes } = await raced(PARALLEL, (at) =>
    createOrganization(access.needs, person.id, `Organization ${at}`),
  );

  assert.equal(done.length, createdPerUserMax);
  assert.deepEqual(new Set(codes), new Set(['PLAN_LIMIT_REACHED']));
  const rows = await access.metadata.db.selectFrom('organizations').select('id').execute();
  assert.equal(rows.length, createdPerUserMax, 'nothing is left of the others');
});

onBothStores('of several Owners who all step down at once, one stays', async (_, access) => {
  const { id, owner } = await access.newOrganization();
  const owners = [owner];
  while (owners.length < PARALLEL) owners.push(await access.join(id, 'owner'));

  const { done, codes } = await raced(PARALLEL, async (at) => {
    const self = owners[at] ?? owner;
    return changeMemberRole(access.needs, self.actor, self.memberId, 'viewer');
  });

  assert.equal(await countMembers(access.metadata, id, 'owner'), LIMITS.organizations.ownersMin);
  assert.equal(done.length, PARALLEL - LIMITS.organizations.ownersMin);
  assert.deepEqual(codes, ['CONFLICT']);
});

onBothStores('two Owners who remove each other at once do not both go', async (_, access) => {
  for (let round = 0; round < 5; round++) {
    const { id, owner } = await access.newOrganization();
    const other = await access.join(id, 'owner');

    const { done } = await raced(PARALLEL, (at) =>
      at % 2 === 0
        ? removeMember(access.needs, owner.actor, other.memberId)
        : removeMember(access.needs, other.actor, owner.memberId),
    );

    assert.equal(done.length, 1);
    assert.equal(await countMembers(access.metadata, id, 'owner'), 1);
  }
});

onBothStores('parallel accepts fill the plan and never exceed it', async (_, access) => {
  const planMax = PLANS.pro.resources.members ?? 0;
  const { id, owner } = await access.newOrganization('pro');
  const invited = await inviteMany(access, owner.actor);

  const { done, codes } = await raced(PARALLEL, (at) => invited.accept(at));

  assert.equal(done.length, planMax - 1);
  assert.equal(await countMembers(access.metadata, id), planMax);
  assert.deepEqual(new Set(codes), new Set(['PLAN_LIMIT_REACHED']));
});

onBothStores('an unlimited plan ends at the bound of every organization', async (_, access) => {
  const { membersMax } = LIMITS.organizations;
  const { id, owner } = await access.newOrganization('enterprise');
  const invited = await inviteMany(access, owner.actor);
  for (let count = 1; count < membersMax - 3; count++) await access.join(id, 'viewer');

  const { done, codes } = await raced(PARALLEL, (at) => invited.accept(at));

  assert.equal(done.length, 3);
  assert.equal(await countMembers(access.metadata, id), membersMax);
  assert.deepEqual(new Set(codes), new Set(['PLAN_LIMIT_REACHED']));
});

onBothStores('one invitation accepted many times makes one member', async (_, access) => {
  const { id, owner } = await access.newOrganization();
  const person = await access.newPerson();
  const draft = { email: person.email, role: 'member' } as const;
  const invitation = await createInvitation(access.needs, owner.actor, draft);

  const { done, codes } = await raced(PARALLEL, () =>
    acceptInvitation(access.needs, { ...person, ...origin }, invitation.id),
  );

  assert.equal(done.length, 1);
  assert.deepEqual(new Set(codes), new Set(['CONFLICT']));
  assert.equal(await countMembers(access.metadata, id), 2);
});

onBothStores('one address has one pending invitation and gets one mail', async (_, access) => {
  const { owner } = await access.newOrganization();

  const { done, codes } = await raced(PARALLEL, (at) =>
    createInvitation(access.needs, owner.actor, {
      email: at % 2 === 0 ? 'grace@example.com' : 'Grace@Example.com',
      role: 'member',
    }),
  );

  assert.equal(done.length, 1);
  assert.deepEqual(new Set(codes), new Set(['CONFLICT']));
  assert.equal(await waitingMails(access), 1);
});

for (const plan of ['free', 'pro'] as const) {
  onBothStores(`the ${plan} plan holds its number of API keys exactly`, async (_, access) => {
    const max = PLANS[plan].resources.apiKeys ?? 0;
    const { owner, id } = await access.newOrganization(plan);
    const draft = { name: 'key', scope: 'ingest-only' } as const;
    for (let made = 0; made < max - 3; made++) await createApiKey(access.needs, owner.actor, draft);

    const { done, codes } = await raced(PARALLEL, () =>
      createApiKey(access.needs, owner.actor, draft),
    );

    assert.equal(done.length, 3);
    assert.deepEqual(new Set(codes), new Set(['PLAN_LIMIT_REACHED']));
    await assert.rejects(createApiKey(access.needs, owner.actor, draft), {
      code: 'PLAN_LIMIT_REACHED',
      facts: { fields: { limit: max, resource: 'apiKeys', plan } },
    });
    const entries = await access.auditOf(id);
    assert.equal(entries.length, max, 'a refused key leaves no trace');
  });
}

onBothStores('a revoked or expired key makes room for another one', async (_, access) => {
  const { owner } = await access.newOrganization('free');
  const draft = { name: 'key', scope: 'read-only' } as const;
  const soon = new Date(access.clock.now() + 1_000).toISOString();
  await createApiKey(access.needs, owner.actor, { ...draft, expiresAt: soon });
  const keys = await raced(4, () => createApiKey(access.needs, owner.actor, draft));
  await assert.rejects(createApiKey(access.needs, owner.actor, draft));

  access.clock.advance(1_000);
  await createApiKey(access.needs, owner.actor, draft);
  await assert.rejects(createApiKey(access.needs, owner.actor, draft));
  await revokeApiKey(access.needs, owner.actor, keys.done[0]?.id ?? '');
  await createApiKey(access.needs, owner.actor, draft);
});

onBothStores('a key that is revoked many times at once is revoked once', async (_, access) => {
  const { owner, id } = await access.newOrganization();
  const key = await createApiKey(access.needs, owner.actor, { name: 'k', scope: 'read-only' });

  const { done } = await raced(PARALLEL, () => revokeApiKey(access.needs, owner.actor, key.id));

  assert.deepEqual(new Set(done.map(({ state }) => state)), new Set(['revoked']));
  const actions = (await access.auditOf(id)).map(({ action }) => action);
  assert.deepEqual(actions.sort(), ['api_key.created', 'api_key.revoked']);
});

onBothStores('a member has a bounded number of access tokens', async (t, access) => {
  const max = LIMITS.credentials.tokensPerMemberMax;
  const { owner } = await access.newOrganization();
  const draft = { name: 't', scopes: ['search:read' as const] };
  for (let made = 0; made < max - 2; made++) {
    await createAccessToken(access.needs, owner.actor, draft);
  }
  // Half of them through another node.
  const other = await accessOn(t, access.metadata);

  const { done, codes } = await raced(PARALLEL, (at) =>
    createAccessToken(at % 2 === 0 ? access.needs : other.needs, owner.actor, draft),
  );

  assert.equal(done.length, 2);
  assert.deepEqual(new Set(codes), new Set(['CONFLICT']));
});

onBothStores('a member has one open request, and it is decided once', async (_, access) => {
  const { owner, id } = await access.newOrganization();
  const member = await access.join(id, 'member');
  const draft = { role: 'admin', minutes: 30, reason: 'Incident' } as const;

  const asked = await raced(PARALLEL, () => requestElevation(access.needs, member.actor, draft));
  assert.equal(asked.done.length, 1);
  const request = asked.done[0]?.id ?? '';
  const decided = await raced(PARALLEL, (at) =>
    decideElevation(access.needs, owner.actor, request, at % 2 === 0),
  );

  assert.equal(decided.done.length, 1);
  assert.deepEqual(new Set([...asked.codes, ...decided.codes]), new Set(['CONFLICT']));
});

async function inviteMany(
  access: Parameters<Parameters<typeof onBothStores>[1]>[1],
  actor: Parameters<typeof createInvitation>[1],
) {
  const people = await Promise.all(Array.from({ length: PARALLEL }, () => access.newPerson()));
  const ids: string[] = [];
  for (const { email } of people) {
    const draft = { email, role: 'member' } as const;
    ids.push((await createInvitation(access.needs, actor, draft)).id);
  }
  return {
    accept(at: number) {
      const person = people[at];
      if (person === undefined) throw new Error('nobody was invited');
      return acceptInvitation(access.needs, { ...person, ...origin }, ids[at] ?? '');
    },
  };
}

async function waitingMails(access: { metadata: Parameters<typeof countMembers>[0] }) {
  const rows = await access.metadata.db
    .selectFrom('settings')
    .select('key')
    .where('key', 'like', 'mail:%')
    .execute();
  return rows.length;
}
