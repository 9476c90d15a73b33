import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Rule } from '../rule.ts';
import { noteEvents } from '../watching/note-event.ts';
import type { SettleNeeds, Times } from './settle-needs.ts';

interface Failing {
  readonly before: AlertRuleRunRow;
  readonly run: AlertRuleRunRow;
  readonly isTold: boolean;
}

/** A rule that keeps failing is never disabled: Owners and its author hear of it, and when it works again the index does. */
export async function tellFailing(
  needs: SettleNeeds,
  unit: Unit,
  rule: Rule,
  { before, run, isTold }: Failing,
  { storeNow }: Times,
): Promise<void> {
  const wasFailing = before.failures >= LIMITS.alerts.failedTicksTold;
  const details = { rule: rule.name, failures: run.failures, reason: run.health_detail };
  if (isTold) {
    const text = `${rule.name} can't be evaluated: ${run.health_detail}`;
    const event = { kind: 'rule_failing', text, ruleId: rule.id, details } as const;
    await noteEvents(unit, rule.organization, [event], storeNow);
    await needs.queueNotice(unit, rule.organization, {
      title: `Alert rule failing: ${rule.name}`,
      body:
        `${run.health_detail}\n\nThe last ${run.failures} checks failed. The rule can't fire until this is fixed, ` +
        'unless it is set to fire on errors. It stays enabled and Xplain keeps retrying. Check its query and window.',
      to: { ownersAnd: [rule.createdBy] },
      key: `rule_failing:${rule.id}`,
    });
  }
  if (wasFailing && run.failures === 0) {
    const text = `${rule.name} works again`;
    const event = { kind: 'rule_recovered', text, ruleId: rule.id, details } as const;
    await noteEvents(unit, rule.organization, [event], storeNow);
  }
}
