import type { Actor } from '../../../base/actor.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Billing, Usage } from '../../../contract/organizations.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { PLAN_RESOURCES, type PlanName, type PlanResource } from '../../../spec/plans.ts';
import { readCreditUsage, readIngestUsage, RESOURCE_WORDS } from '../../limits/index.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { changeAccess } from '../change-access.ts';
import { readOrganization } from './organizations-table.ts';
import { countResources } from './count-resources.ts';

export async function readBilling(needs: AccessNeeds, actor: Actor): Promise<Billing> {
  const { plan } = await readOrganization(needs.metadata, actor.organization);
  return showBilling(needs, needs.metadata, actor.organization, plan);
}

/** A smaller plan takes nothing away: what exists stays, and says that it is over the limit. */
export async function changeBilling(
  needs: AccessNeeds,
  actor: Actor,
  plan: PlanName,
): Promise<Billing> {
  const now = needs.clock.now();
  return changeAccess(needs, actor.organization, async (unit) => {
    await unit.lockRow('organizations', { id: actor.organization });
    const before = await readOrganization(unit, actor.organization);
    await unit.db
      .updateTable('organizations')
      .set({ plan, updated_at: now })
      .where('id', '=', actor.organization)
      .execute();
    if (before.plan !== plan) {
      const details = { from: before.plan, to: plan };
      const event = {
        action: 'organization.plan_changed',
        resource: actor.organization,
        details,
      } as const;
      await recordAudit(unit, actor, event, now);
    }
    return showBilling(needs, unit, actor.organization, plan);
  });
}

export async function readUsage(needs: AccessNeeds, actor: Actor): Promise<Usage> {
  const { plan } = await readOrganization(needs.metadata, actor.organization);
  const resources = await readResources(needs, needs.metadata, actor.organization, plan);
  const { today, days, quota } = await readIngestUsage(needs, actor.organization, plan);
  return {
    plan,
    resources,
    warnings: warningsOf(plan, resources),
    today,
    days: [...days],
    quota,
    credits: await readCreditUsage(needs, actor.organization, plan),
  };
}

async function showBilling(
  needs: AccessNeeds,
  reader: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
  plan: PlanName,
): Promise<Billing> {
  const { resources, dailyBytes, monthlyCredits } = needs.plans[plan];
  const used = await readResources(needs, reader, organization, plan);
  const warnings = warningsOf(plan, used);
  return { plan, dailyBytes, monthlyCredits, resources: { ...resources }, warnings };
}

type Resources = Usage['resources'];

async function readResources(
  needs: AccessNeeds,
  reader: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
  plan: PlanName,
): Promise<Resources> {
  const counts = {
    ...(await needs.countElsewhere?.(reader, organization)),
    ...(await countResources(reader, organization, needs.clock.now())),
  };
  return PLAN_RESOURCES.flatMap((resource) => {
    const used = counts[resource];
    if (used === undefined) return [];
    const limit = limitOf(needs, plan, resource);
    return [{ resource, used, limit, isOverLimit: limit !== null && used > limit }];
  });
}

/** After a downgrade nothing is taken away, but whoever pays should know what no longer grows. */
function warningsOf(plan: PlanName, resources: Resources): string[] {
  return resources
    .filter(({ isOverLimit }) => isOverLimit)
    .map(
      ({ resource, used, limit }) =>
        `There are ${used} ${RESOURCE_WORDS[resource]}, the ${plan} plan includes ${limit}: they keep working, none can be added.`,
    );
}

/** Members are bounded whatever the plan says. */
function limitOf(needs: AccessNeeds, plan: PlanName, resource: PlanResource): number | null {
  const limit = needs.plans[plan].resources[resource];
  if (resource !== 'members') return limit;
  return Math.min(limit ?? Infinity, needs.limits.membersMax);
}
