import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import { organizationId, type OrganizationId } from '../../../base/ids.ts';
import type { Billing, Usage } from '../../../contract/organizations.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { OrganizationRow } from '../../../engines/metadata/tables/access.ts';
import {
  isUpgrade,
  PLAN_RESOURCES,
  type PlanName,
  type PlanResource,
} from '../../../spec/plans.ts';
import { type RateName, RATES } from '../../../spec/rates.ts';
import { planFor, readCreditUsage, readIngestUsage, RESOURCE_WORDS } from '../../limits/index.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { recordAudit } from '../../audit/index.ts';
import { changeAccess } from '../change-access.ts';
import { findOperator } from '../operators/operators-table.ts';
import { readOrganization, updateOrganization } from './organizations-table.ts';

export async function readBilling(needs: AccessNeeds, actor: Actor): Promise<Billing> {
  const row = await readOrganization(needs.metadata, actor.organization);
  return showBilling(needs, needs.metadata, row);
}

/**
 * A smaller plan deletes nothing: existing resources stay and are reported as over the limit. Only operators can grant
 * a larger plan, unless the installation lets Owners do it.
 */
export async function changeBilling(
  needs: AccessNeeds,
  actor: Actor,
  plan: PlanName,
): Promise<Billing> {
  const now = needs.clock.now();
  return changeAccess(needs, actor.organization, async (unit) => {
    await unit.lockRow('organizations', { id: actor.organization });
    const before = await readOrganization(unit, actor.organization);
    if (isUpgrade(before.plan, plan)) await requireMayUpgrade(needs, unit, actor);
    await updateOrganization(unit, actor.organization, { plan, updated_at: now });
    if (before.plan !== plan) {
      const details = { from: before.plan, to: plan };
      const event = {
        action: 'organization.plan_changed',
        resource: actor.organization,
        details,
        change: { before: { plan: before.plan }, after: { plan } },
      } as const;
      await recordAudit(unit, actor, event, now);
    }
    return showBilling(needs, unit, { ...before, plan });
  });
}

async function requireMayUpgrade(needs: AccessNeeds, unit: Unit, { who }: Actor): Promise<void> {
  if (needs.planChanges === 'self') return;
  const isWholePerson = who.kind === 'user' && who.isConfined !== true;
  if (isWholePerson && (await findOperator(unit, who.id)) !== undefined) return;
  throw new AppError(
    'FORBIDDEN',
    'Only an operator can upgrade the plan. Ask the operator of this installation. You can downgrade yourself.',
  );
}

export async function readUsage(needs: AccessNeeds, actor: Actor): Promise<Usage> {
  const row = await readOrganization(needs.metadata, actor.organization);
  const { plan } = row;
  const terms = planFor(needs.plans, row);
  const resources = await readResources(needs, needs.metadata, actor.organization, plan);
  const { today, days, quota } = await readIngestUsage(needs, actor.organization, terms);
  return {
    plan,
    resources,
    warnings: warningsOf(plan, resources),
    today,
    days: [...days],
    quota,
    credits: await readCreditUsage(needs, actor.organization, terms),
    rates: showRates(needs),
  };
}

/** The configured rates; 0 disables a limit. */
function showRates({ rates }: AccessNeeds): Usage['rates'] {
  return Object.entries(RATES).map(([name, { covers, scope }]) => {
    const perMinute = rates[name as RateName];
    return { covers, scope, perMinute: perMinute === 0 ? null : perMinute };
  });
}

async function showBilling(
  needs: AccessNeeds,
  reader: Pick<Metadata, 'db'> | Unit,
  row: OrganizationRow,
): Promise<Billing> {
  const { plan } = row;
  const { resources, dailyBytes, monthlyCredits } = planFor(needs.plans, row);
  const used = await readResources(needs, reader, organizationId(row.id), plan);
  const warnings = warningsOf(plan, used);
  const plans = showPlans(needs);
  return { plan, dailyBytes, monthlyCredits, resources: { ...resources }, plans, warnings };
}

/** The configured plans, which may differ from the defaults. */
function showPlans(needs: AccessNeeds): Billing['plans'] {
  const show = (name: PlanName): Billing['plans'][PlanName] => {
    const { dailyBytes, monthlyCredits, overage } = needs.plans[name];
    const resources = { ...needs.plans[name].resources, members: limitOf(needs, name, 'members') };
    return { dailyBytes, monthlyCredits, overage, resources };
  };
  return {
    free: show('free'),
    pro: show('pro'),
    business: show('business'),
    enterprise: show('enterprise'),
  };
}

type Resources = Usage['resources'];

async function readResources(
  needs: AccessNeeds,
  reader: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
  plan: PlanName,
): Promise<Resources> {
  const resources: Resources = [];
  for (const resource of PLAN_RESOURCES) {
    const used = await needs.counts[resource]?.(reader, organization, needs.clock.now());
    if (used === undefined) continue;
    const limit = limitOf(needs, plan, resource);
    resources.push({ resource, used, limit, isOverLimit: limit !== null && used > limit });
  }
  return resources;
}

/** A downgrade deletes nothing, but the response warns about limits that are exceeded. */
function warningsOf(plan: PlanName, resources: Resources): string[] {
  return resources
    .filter(({ isOverLimit }) => isOverLimit)
    .map(
      ({ resource, used, limit }) =>
        `There are ${used} ${RESOURCE_WORDS[resource]}, the ${plan} plan includes ${limit}. Existing ones keep working, but you can’t add more.`,
    );
}

/** Members have an upper bound in every plan. */
function limitOf(needs: AccessNeeds, plan: PlanName, resource: PlanResource): number | null {
  const limit = needs.plans[plan].resources[resource];
  if (resource !== 'members') return limit;
  return Math.min(limit ?? Infinity, needs.limits.membersMax);
}
