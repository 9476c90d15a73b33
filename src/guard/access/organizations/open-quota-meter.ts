import type { Log } from '../../../base/log.ts';
import { createQuotaMeter, planFor, type QuotaMeter } from '../../limits/index.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { organizationFacts, type OrganizationFacts } from './organization-facts.ts';
import { warnOfQuota } from './warn-of-quota.ts';

/** The meter of this node: it goes by the plan of each organization and mails their Owners. */
export function openQuotaMeter(needs: AccessNeeds, log: Log): QuotaMeter {
  return createQuotaMeter({
    metadata: needs.metadata,
    clock: needs.clock,
    log,
    warnRatio: needs.quotaWarnRatio,
    planOf: (organization) => {
      const facts = organizationFacts(needs, organization);
      const planOf = (known: OrganizationFacts | undefined) =>
        known === undefined ? undefined : planFor(needs.plans, known.terms);
      return facts instanceof Promise ? facts.then(planOf) : planOf(facts);
    },
    warnOwners: (organization, day) => warnOfQuota(needs, organization, day),
  });
}
