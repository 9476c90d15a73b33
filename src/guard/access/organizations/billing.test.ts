import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Actor } from '../../../base/actor.ts';
import type { PlanName } from '../../../spec/plans.ts';
import { noteLocks } from '../../../../test/support/guard/note-locks.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { claimInstallation } from '../operators/claim-installation.ts';
import { changeBilling, readBilling, readUsage } from './billing.ts';

const NOW = 1_768_478_400_000;
const ORIGIN = { ipAddress: '192.0.2.1', userAgent: 'test/1.0' };
const GB = 1_073_741_824;

async function start(t: TestContext, plan: PlanName) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization(plan);
  const { needs, locks } = noteLocks(access.needs);
  const rowOf = () =>
    access.metadata.db
      .selectFrom('organizations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const told = async () =>
    (await access.auditOf(id)).map((entry) => [
      entry.action,
      entry.resource,
      entry.recorded_at - NOW,
      JSON.parse(entry.details) as unknown,
    ]);
  return { access, needs, locks, id, owner, rowOf, told };
}

test('a smaller plan is taken at once, told, and its numbers are shown', async (t) => {
  const { access, needs, locks, id, owner, rowOf, told } = await start(t, 'pro');
  access.clock.advance(5);

  const billing = await changeBilling(needs, owner.actor, 'free');

  const { plans, resources, ...rest } = billing;
  assert.deepEqual(rest, { plan: 'free', dailyBytes: GB, monthlyCredits: 100, warnings: [] });
  assert.deepEqual([resources.members, resources.apiKeys], [2, 5]);
  assert.deepEqual(Object.keys(plans), ['free', 'pro', 'business', 'enterprise']);
  const members = Object.values(plans).map((plan) => plan.resources.members);
  assert.deepEqual(members, [2, 10, 50, 50], 'every organization has a bound');
  const { dailyBytes, monthlyCredits, overage } = plans.business;
  assert.deepEqual([dailyBytes, monthlyCredits, overage], [50 * GB, 10_000, 'hold']);
  assert.equal(plans.business.resources.apiKeys, 50);
  assert.equal(plans.enterprise.resources.apiKeys, null);
  const row = await rowOf();
  assert.deepEqual([row.plan, row.updated_at], ['free', NOW + 5]);
  const changes = [{ field: 'plan', before: 'pro', after: 'free' }];
  const details = { from: 'pro', to: 'free', changed: ['plan'], changes };
  assert.deepEqual(await told(), [['organization.plan_changed', id, 5, details]]);
  assert.deepEqual(locks, [`organizations ${id}`]);
  assert.deepEqual(await readBilling(needs, owner.actor), billing);
  await changeBilling(needs, owner.actor, 'free');
  assert.equal((await told()).length, 1, 'the same plan again is no change');
});

test('a larger plan is given by an operator in person, or by Owners where they may', async (t) => {
  const { access, needs, owner, rowOf } = await start(t, 'free');
  await access.newOrganization();
  const refused = {
    code: 'FORBIDDEN',
    message:
      'Only an operator can upgrade the plan. Ask the operator of this installation. You can downgrade yourself.',
  };
  await assert.rejects(changeBilling(needs, owner.actor, 'pro'), refused);
  await access.metadata.transaction((unit) =>
    claimInstallation(unit, owner, ORIGIN, access.clock.now()),
  );
  await changeBilling(needs, owner.actor, 'free');
  const { who } = owner.actor;
  const as = (change: object): Actor => ({
    ...owner.actor,
    who: { ...who, ...change },
  });

  const others = [{ isConfined: true }, { kind: 'api_key' }, { kind: 'access_token' }];
  for (const change of others) {
    await assert.rejects(changeBilling(needs, as(change), 'pro'), refused);
  }
  assert.equal((await rowOf()).plan, 'free');
  assert.equal((await changeBilling(needs, owner.actor, 'pro')).plan, 'pro');
  const self = { ...needs, planChanges: 'self' } as const;
  const key = as({ kind: 'api_key', isConfined: true });
  assert.equal((await changeBilling(self, key, 'business')).plan, 'business');
});

test('usage counts what the rooms count, and warns of what is over its limit', async (t) => {
  const { access, needs, id, owner } = await start(t, 'free');
  for (let count = 0; count < 2; count++) await access.join(id, 'viewer');
  const counts = {
    ...needs.counts,
    dashboards: async () => 1,
    savedSearches: async (_reader: unknown, _id: string, now: number) => (now === NOW ? 6 : 0),
  };
  await access.metadata.db
    .updateTable('organizations')
    .set({ custom_daily_bytes: 7, custom_monthly_credits: 8 })
    .where('id', '=', id)
    .execute();

  const usage = await readUsage({ ...needs, counts }, owner.actor);

  assert.equal(usage.plan, 'free');
  assert.deepEqual(usage.resources, [
    { resource: 'members', used: 3, limit: 2, isOverLimit: true },
    { resource: 'apiKeys', used: 0, limit: 5, isOverLimit: false },
    { resource: 'dashboards', used: 1, limit: 1, isOverLimit: false },
    { resource: 'savedSearches', used: 6, limit: 5, isOverLimit: true },
  ]);
  assert.deepEqual(usage.warnings, [
    'There are 3 members, the free plan includes 2. Existing ones keep working, but you can’t add more.',
    'There are 6 saved searches, the free plan includes 5. Existing ones keep working, but you can’t add more.',
  ]);
  assert.deepEqual([usage.quota.dailyBytes, usage.credits.limit], [7, 8]);
  assert.deepEqual([usage.today.bytes, usage.days], [0, []]);
  const { dailyBytes, monthlyCredits } = await readBilling(needs, owner.actor);
  assert.deepEqual([dailyBytes, monthlyCredits], [7, 8]);
});

test('what has no limit is never over it', async (t) => {
  const { needs, owner } = await start(t, 'enterprise');
  const counts = { apiKeys: async () => 1_000, members: async () => 51 };

  const { resources } = await readUsage({ ...needs, counts }, owner.actor);

  assert.deepEqual(resources, [
    { resource: 'members', used: 51, limit: 50, isOverLimit: true },
    { resource: 'apiKeys', used: 1_000, limit: null, isOverLimit: false },
  ]);
});
