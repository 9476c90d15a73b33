import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothStores } from '../../../test/support/open-access.ts';
import { organizationId } from '../../base/ids.ts';
import { PLANS } from '../../spec/plans.ts';
import { PLAN_TERMS, planFor, requireRoom } from './plan-limits.ts';

onBothStores(
  'a plan has room up to its number, and without a number always',
  async (_t, access) => {
    const free = await access.newOrganization('free');
    const enterprise = await access.newOrganization('enterprise');
    const ask = (organization: typeof free.id, count: number): Promise<void> =>
      access.metadata.transaction((unit) =>
        requireRoom(unit, PLANS, organization, 'savedSearches', async () => count),
      );

    await assert.doesNotReject(ask(free.id, 4));
    await assert.rejects(ask(free.id, 5), {
      code: 'PLAN_LIMIT_REACHED',
      message: 'Plan limit reached: the free plan includes at most 5 saved searches.',
      facts: { fields: { limit: 5, resource: 'savedSearches', plan: 'free' } },
    });
    await assert.doesNotReject(ask(enterprise.id, 1_000_000));
    await assert.rejects(ask(organizationId('org_gone'), 0), { code: 'NOT_FOUND' });
  },
);

test('what the operator has set for one organization counts instead of its plan', () => {
  const own = { plan: 'pro', custom_daily_bytes: 7, custom_monthly_credits: 0 } as const;
  const none = { plan: 'pro', custom_daily_bytes: null, custom_monthly_credits: null } as const;

  assert.deepEqual(planFor(PLANS, own), { ...PLANS.pro, dailyBytes: 7, monthlyCredits: 0 });
  assert.deepEqual(planFor(PLANS, none), PLANS.pro);
  assert.deepEqual(new Set(PLAN_TERMS), new Set(Object.keys(own)));
});
