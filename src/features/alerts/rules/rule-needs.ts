import type { Clock } from '../../../base/clock.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { Plans } from '../../../guard/limits/index.ts';
import type { ResolvedReason } from '../../../spec/alerts.ts';
import type { Rule } from '../rule.ts';

/** What it takes to manage rules. */
export interface RuleNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly plans: Plans;
  /**
   * Ends firing incidents, notifies their end, and clears the states of all groups, since the rule now evaluates
   * something else.
   */
  readonly resetRule: (unit: Unit, rule: Rule, reason: ResolvedReason) => Promise<void>;
  /** The same for one group. */
  readonly resetGroup: (
    unit: Unit,
    rule: Rule,
    hash: string,
    reason: ResolvedReason,
  ) => Promise<void>;
}
