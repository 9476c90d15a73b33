import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccess } from '../../../../test/support/open-access.ts';
import {
  createDefaultOrganization,
  createOrganization,
  defaultOrganizationName,
} from './create-organization.ts';

const NOW = 1_768_478_400_000;

test('whoever creates an organization owns it, on the plan of new ones', async (t) => {
  const access = await openAccess(t);
  const { id: user } = await access.newPerson();
  const needs = { ...access.needs, defaultPlan: 'pro' } as const;

  const made = await createOrganization(needs, user, ' New ');

  assert.deepEqual(made, {
    id: made.id,
    name: 'New',
    plan: 'pro',
    timezone: 'UTC',
    retentionDays: 30,
    oauthProviders: { google: true, github: true },
    allowedNetworks: [],
    isAuditOpen: false,
    agents: 'read',
    mask: true,
    createdAt: '2026-01-15T12:00:00.000Z',
  });
  const { db } = access.metadata;
  const { custom_daily_bytes, custom_monthly_credits, created_by, updated_at, audit_open } =
    await db.selectFrom('organizations').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual(
    [custom_daily_bytes, custom_monthly_credits, created_by, updated_at, audit_open],
    [null, null, user, NOW, 0],
  );
  const members = await db.selectFrom('members').selectAll().execute();
  assert.deepEqual(
    members.map((row) => [row.organization_id, row.user_id, row.role, row.created_at]),
    [[made.id, user, 'owner', NOW]],
  );
});

test('a person creates so many organizations, each in a place of its own', async (t) => {
  const access = await openAccess(t);
  const { id: user } = await access.newPerson();
  const { id: other } = await access.newPerson();
  const needs = { ...access.needs, limits: { ...access.needs.limits, createdPerUserMax: 2 } };
  const create = (person = user) => createOrganization(needs, person, 'New');
  const [first, second] = [await create(), await create()];

  await assert.rejects(create(), {
    code: 'PLAN_LIMIT_REACHED',
    message: 'You can create at most 2 organizations.',
    facts: { fields: { limit: 2, resource: 'organizationsPerUser', plan: null } },
  });
  await create(other);
  const slots = await access.metadata.db
    .selectFrom('organization_slots')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('slot')
    .execute();
  assert.deepEqual(
    slots.map(({ slot, organization_id: id }) => [slot, id]),
    [
      [1, first.id],
      [2, second.id],
    ],
  );
});

test('at sign-up an organization is named after its person', async (t) => {
  const access = await openAccess(t);
  const person = await access.newPerson();
  const user = { id: person.id, name: 'Grace', email: person.email };

  const id = await access.metadata.transaction((unit) =>
    createDefaultOrganization(unit, user, 'business', NOW),
  );

  const { db } = access.metadata;
  const rows = await db.selectFrom('organizations').select(['id', 'name', 'plan']).execute();
  assert.deepEqual(rows, [{ id, name: 'Grace’s organization', plan: 'business' }]);
});

test('the name of a person is made fit for a name of an organization', () => {
  const named = (name: string) => defaultOrganizationName({ name, email: 'ada@example.com' });

  assert.equal(named('Ada'), 'Ada’s organization');
  assert.equal(named('  '), 'ada’s organization');
  assert.equal(named('\u0007 Ada\u0000Lovelace '), 'Ada Lovelace’s organization');
  assert.equal(named('x'.repeat(300)), `${'x'.repeat(85)}’s organization`);
});
