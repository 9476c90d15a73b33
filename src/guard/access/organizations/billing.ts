import type { Actor } from '../../../base/actor.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Billing, Usage } from '../../../contract/organizations.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { PlanName, PlanResource } from '../../../spec/plans.ts';
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
  const counts = await countResources(needs.metadata, actor.organization, needs.clock.now());
  const resources = Object.entries(counts).map(([name, used]) => {
    const resource = name as PlanResource;
    return { resource, used, limit: limitOf(needs, plan, resource) };
  });
  return { plan, resources };
}

async function showBilling(
  needs: AccessNeeds,
  reader: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
  plan: PlanName,
): Promise<Billing> {
  const { resources, dailyBytes, monthlyCredits } = needs.plans[plan];
  const counts = await countResources(reader, organization, needs.clock.now());
  const warnings = Object.entries(counts).flatMap(([name, used]) => {
    const limit = limitOf(needs, plan, name as PlanResource);
    if (limit === null || used <= limit) return [];
    return [
      `${used} ${name} exist, the ${plan} plan includes ${limit}: they stay, none can be added.`,
    ];
  });
  return { plan, dailyBytes, monthlyCredits, resources: { ...resources }, warnings };
}

/** Members are bounded whatever the plan says. */
function limitOf(needs: AccessNeeds, plan: PlanName, resource: PlanResource): number | null {
  const limit = needs.plans[plan].resources[resource];
  if (resource !== 'members') return limit;
  return Math.min(limit ?? Infinity, needs.limits.membersMax);
}
