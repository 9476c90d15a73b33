import { useQuery } from '@tanstack/react-query';
import type { PlanName } from '../../../../src/spec/plans.ts';
import { usageQuery } from '../../data/usage-query.ts';

export interface PlanRoom {
  readonly plan: PlanName;
  readonly used: number;
  /** Null where there is none. */
  readonly limit: number | null;
  readonly isFull: boolean;
}

/** How many exports the plan still has room for; undefined until it is known. */
export function usePlanRoom(): PlanRoom | undefined {
  const usage = useQuery(usageQuery);
  const counted = usage.data?.resources.find(({ resource }) => resource === 'scheduledExports');
  if (usage.data === undefined || counted === undefined) return undefined;
  const { used, limit } = counted;
  return { plan: usage.data.plan, used, limit, isFull: limit !== null && used >= limit };
}
