import { AppError, notFound } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Unit } from '../../engines/metadata/metadata.ts';
import type { OrganizationRow } from '../../engines/metadata/tables/access.ts';
import type { BuiltResource, Plan, PlanName, PlanResource } from '../../spec/plans.ts';
import { readPlan } from './plans-table.ts';

export type Plans = Readonly<Record<PlanName, Plan>>;

/** The plan of an organization and the operator's overrides for it; null = the plan's value. */
export type PlanTerms = Pick<
  OrganizationRow,
  'plan' | 'custom_daily_bytes' | 'custom_monthly_credits'
>;

/** The columns that `planFor` reads. */
export const PLAN_TERMS = ['plan', 'custom_daily_bytes', 'custom_monthly_credits'] as const;

/** Returns the effective plan of one organization. */
export function planFor(plans: Plans, terms: PlanTerms): Plan {
  const plan = plans[terms.plan];
  return {
    ...plan,
    dailyBytes: terms.custom_daily_bytes ?? plan.dailyBytes,
    monthlyCredits: terms.custom_monthly_credits ?? plan.monthlyCredits,
  };
}

/** What people call what a plan counts. */
export const RESOURCE_WORDS: Readonly<Record<PlanResource, string>> = {
  indexes: 'indexes',
  members: 'members',
  apiKeys: 'API keys',
  alertRules: 'alert rules',
  pipelines: 'pipelines',
  dashboards: 'dashboards',
  savedSearches: 'saved searches',
  scheduledExports: 'scheduled exports',
  services: 'services',
  kpis: 'KPIs',
  organizationsPerUser: 'organizations',
};

/**
 * Refuses if the organization's plan has no room for another one. Locks the organization's row first, so that only one
 * of two concurrent requests gets the last place.
 */
export async function requireRoom(
  unit: Unit,
  plans: Plans,
  organization: OrganizationId,
  resource: BuiltResource,
  count: (unit: Unit) => Promise<number>,
): Promise<void> {
  const plan = await lockPlan(unit, organization);
  const max = plans[plan].resources[resource];
  if (max !== null && (await count(unit)) >= max) throw planLimitReached(plan, resource, max);
}

/** The plan of an organization, held until the transaction ends. */
export async function lockPlan(unit: Unit, organization: OrganizationId): Promise<PlanName> {
  if (!(await unit.lockRow('organizations', { id: organization }))) throw notFound('organization');
  return readPlan(unit, organization);
}

export function planLimitReached(plan: PlanName, resource: PlanResource, max: number): AppError {
  const message = `Plan limit reached: the ${plan} plan includes at most ${max} ${RESOURCE_WORDS[resource]}.`;
  return new AppError('PLAN_LIMIT_REACHED', message, { fields: { limit: max, resource, plan } });
}
