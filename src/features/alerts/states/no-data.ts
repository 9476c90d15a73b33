import type { Measurement } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';

export type RuleFacts = Pick<Rule, 'settings'>;
export type Measured = Extract<Measurement, { kind: 'measured' }>;

/** Nothing is concluded from events or groups that may be missing. */
export function isIncomplete({ isCut, behind }: Measured): boolean {
  return isCut || behind.length > 0;
}

/** An empty count is 0; whatever else is looked at may be missing. */
export function countsRows({ settings: { condition } }: RuleFacts): boolean {
  const isOfValues = condition.kind === 'threshold' || condition.kind === 'change';
  return isOfValues && condition.of === 'count';
}

/** Whether a complete answer has no value at all. */
export function hasNoData(rule: RuleFacts, measured: Measured): boolean {
  const { kind } = rule.settings.condition;
  if (kind !== 'threshold' && kind !== 'change') return false;
  if (countsRows(rule) || isIncomplete(measured) || measured.isLearning) return false;
  return measured.groups.every(({ value }) => value === null);
}
