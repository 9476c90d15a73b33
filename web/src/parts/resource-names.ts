import type { PlanResource } from '../../../src/spec/plans.ts';

const NAMES: Readonly<Record<PlanResource, string>> = {
  indexes: 'Indexes',
  members: 'Members',
  apiKeys: 'API keys',
  alertRules: 'Alert rules',
  pipelines: 'Pipelines',
  dashboards: 'Dashboards',
  savedSearches: 'Saved searches',
  scheduledExports: 'Scheduled exports',
  services: 'Services',
  kpis: 'KPIs',
  organizationsPerUser: 'Organizations you created',
};

export function resourceName(resource: PlanResource): string {
  return NAMES[resource];
}
