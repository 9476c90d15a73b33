import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanName } from '../../../spec/plans.ts';
import { noteLocks } from '../../../../test/support/guard/note-locks.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { requireSeat } from './require-seat.ts';

test('one member more fits the plan and the bound of every organization', async (t) => {
  const access = await openAccess(t);
  const { needs, locks } = noteLocks(access.needs);
  const seatOf = async (plan: PlanName, memberCount: number, planMax: number | null) => {
    const { id } = await access.newOrganization(plan);
    for (let count = 1; count < memberCount; count++) await access.join(id, 'viewer');
    const { resources } = needs.plans[plan];
    const plans = {
      ...needs.plans,
      [plan]: { ...needs.plans[plan], resources: { ...resources, members: planMax } },
    };
    const narrow = { ...needs, plans, limits: { ...needs.limits, membersMax: 4 } };
    locks.length = 0;
    try {
      await needs.metadata.transaction((unit) => requireSeat(narrow, unit, id));
      return 'free';
    } catch (error) {
      const { code, message, facts } = error as Error & { code: string; facts: unknown };
      return [code, message, facts];
    } finally {
      assert.deepEqual(locks, [`organizations ${id}`]);
    }
  };
  const full = (message: string, limit: number, plan: PlanName) => [
    'PLAN_LIMIT_REACHED',
    message,
    { fields: { limit, resource: 'members', plan } },
  ];

  assert.equal(await seatOf('pro', 1, 2), 'free');
  assert.deepEqual(
    await seatOf('pro', 2, 2),
    full('Plan limit reached: the pro plan includes at most 2 members.', 2, 'pro'),
  );
  assert.equal(await seatOf('enterprise', 3, null), 'free');
  assert.deepEqual(
    await seatOf('enterprise', 4, null),
    full('An organization can have at most 4 members.', 4, 'enterprise'),
  );
});
