/** What a plan includes. `null` means unlimited, or for quotas and credits: set per organization. */
import { GB } from './units.ts';

export const PLAN_NAMES = ['free', 'pro', 'business', 'enterprise'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** The plans stand in order: each includes what the one before does. */
export function isUpgrade(from: PlanName, to: PlanName): boolean {
  return PLAN_NAMES.indexOf(to) > PLAN_NAMES.indexOf(from);
}

/** The plan of the organization that the first operator begins with: whoever runs the machine pays for it. */
export const FIRST_PLAN: PlanName = 'enterprise';

/** Who decides about a larger plan: the operator, or each Owner. */
export const PLAN_CHANGES = ['operator', 'self'] as const;
export type PlanChanges = (typeof PLAN_CHANGES)[number];

/** What counts against a plan; each is refused at creation with PLAN_LIMIT_REACHED. */
export const PLAN_RESOURCES = [
  'indexes',
  'members',
  'apiKeys',
  'alertRules',
  'pipelines',
  'dashboards',
  'savedSearches',
  'scheduledExports',
  'services',
  'kpis',
  'organizationsPerUser',
] as const;
export type PlanResource = (typeof PLAN_RESOURCES)[number];

/**
 * Those of them that are built: whoever keeps one adds it here, in the file of its tables. From then on it can be
 * refused at creation, and the program does not compile until a room counts it.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- The files of the tables add to it.
export interface BuiltResources {}
export type BuiltResource = keyof BuiltResources & PlanResource;

/** What happens to events beyond the daily quota. */
export type Overage = 'pause_until_next_day' | 'hold';

export interface Plan {
  readonly resources: Readonly<Record<PlanResource, number | null>>;
  readonly dailyBytes: number | null;
  readonly overage: Overage;
  readonly monthlyCredits: number | null;
}

export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: {
    resources: {
      indexes: 1,
      members: 2,
      apiKeys: 5,
      alertRules: 5,
      pipelines: 3,
      dashboards: 1,
      savedSearches: 5,
      scheduledExports: 0,
      services: 3,
      kpis: 15,
      organizationsPerUser: 5,
    },
    dailyBytes: 1 * GB,
    overage: 'pause_until_next_day',
    monthlyCredits: 100,
  },
  pro: {
    resources: {
      indexes: 25,
      members: 10,
      apiKeys: 20,
      alertRules: 50,
      pipelines: 10,
      dashboards: 20,
      savedSearches: 100,
      scheduledExports: 5,
      services: 25,
      kpis: 150,
      organizationsPerUser: 5,
    },
    dailyBytes: 10 * GB,
    overage: 'hold',
    monthlyCredits: 2_500,
  },
  business: {
    resources: {
      indexes: 100,
      members: null,
      apiKeys: 50,
      alertRules: 200,
      pipelines: 100,
      dashboards: 100,
      savedSearches: 500,
      scheduledExports: 20,
      services: 200,
      kpis: 1_500,
      organizationsPerUser: 5,
    },
    dailyBytes: 50 * GB,
    overage: 'hold',
    monthlyCredits: 10_000,
  },
  enterprise: {
    resources: {
      indexes: null,
      members: null,
      apiKeys: null,
      alertRules: null,
      pipelines: null,
      dashboards: null,
      savedSearches: null,
      scheduledExports: null,
      services: null,
      kpis: null,
      organizationsPerUser: 5,
    },
    dailyBytes: null,
    overage: 'hold',
    monthlyCredits: null,
  },
};
