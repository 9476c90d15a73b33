import type { OrganizationTerms, RunOrganization } from '../../../../../src/contract/operator.ts';
import type { PlanName } from '../../../../../src/spec/plans.ts';
import { GB } from '../../../../../src/spec/units.ts';

/** As people type it: gigabytes, and nothing where the plan decides. */
export interface TermsDraft {
  readonly plan: PlanName;
  readonly dailyGigabytes: number | '';
  readonly monthlyCredits: number | '';
}

export function draftOf({ plan, limits }: RunOrganization): TermsDraft {
  return {
    plan,
    dailyGigabytes: limits.dailyBytes === null ? '' : limits.dailyBytes / GB,
    monthlyCredits: limits.monthlyCredits ?? '',
  };
}

/** Only what differs is sent. Undefined when nothing does. */
export function changedTerms(
  before: RunOrganization,
  draft: TermsDraft,
): OrganizationTerms | undefined {
  const known = draftOf(before);
  const limits = {
    ...(draft.dailyGigabytes === known.dailyGigabytes
      ? {}
      : {
          dailyBytes: draft.dailyGigabytes === '' ? null : Math.round(draft.dailyGigabytes * GB),
        }),
    ...(draft.monthlyCredits === known.monthlyCredits
      ? {}
      : { monthlyCredits: draft.monthlyCredits === '' ? null : draft.monthlyCredits }),
  };
  const terms = {
    ...(draft.plan === before.plan ? {} : { plan: draft.plan }),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
  };
  return Object.keys(terms).length === 0 ? undefined : terms;
}
