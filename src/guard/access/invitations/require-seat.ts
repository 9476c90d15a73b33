import type { OrganizationId } from '../../../base/ids.ts';
import { AppError } from '../../../base/errors.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { lockPlan, planLimitReached } from '../../limits/index.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { countMembers } from '../members/members-table.ts';

/** One member more must fit the plan and the bound of every organization. Locks the organization's row. */
export async function requireSeat(
  needs: AccessNeeds,
  unit: Unit,
  organization: OrganizationId,
): Promise<void> {
  const plan = await lockPlan(unit, organization);
  const members = await countMembers(unit, organization);
  const planMax = needs.plans[plan].resources.members;
  if (planMax !== null && members >= planMax) throw planLimitReached(plan, 'members', planMax);
  const { membersMax } = needs.limits;
  if (members < membersMax) return;
  throw new AppError(
    'PLAN_LIMIT_REACHED',
    `An organization can have at most ${membersMax} members.`,
    {
      fields: { limit: membersMax, resource: 'members', plan },
    },
  );
}
