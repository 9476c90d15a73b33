import { isoTime } from '../../../base/clock.ts';
import { organizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertBatchRow, AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { Rule } from '../rule.ts';
import { noteEvents } from '../tables/alert-events-table.ts';
import { insertTimeline, readOpenIncidents } from '../tables/alert-incidents-table.ts';
import { readRuns } from '../tables/alert-rule-runs-table.ts';
import { rulesOfBatch } from '../tables/alert-rules-table.ts';
import type { SettleNeeds, Times } from './settle-needs.ts';

/** Ticks before `before` that are not made up for. */
export interface SkippedTicks {
  readonly batch: AlertBatchRow;
  readonly count: number;
  /** The first tick that is done again. */
  readonly before: number;
}

/**
 * Reports missed ticks that are not made up for: a condition met only then was noticed by no rule. Notifies the Owners,
 * and shows the gap in the history of each rule and its open incidents.
 */
export async function notifySkipped(
  needs: SettleNeeds,
  unit: Unit,
  { batch, count, before }: SkippedTicks,
  at: number,
): Promise<void> {
  const organization = organizationId(batch.organization_id);
  const { interval_s: interval } = batch;
  const from = isoTime(before - count * interval * SECOND_MS);
  const gap = { skipped: count, interval, seconds: count * interval, from, to: isoTime(before) };
  const rules = await rulesOfBatch(unit, organization, batch.id);
  const ids = rules.map(({ id }) => id);
  const runs = await readRuns(unit, organization, ids);
  for (const rule of rules) {
    // Rules that have never ticked have missed nothing.
    if (!rule.isEnabled || (runs.get(rule.id)?.skipped_ticks ?? 0) === 0) continue;
    const text = `${rule.name}: ${count} checks were skipped`;
    const details = { rule: rule.name, ...gap };
    const event = { kind: 'ticks_skipped', text, ruleId: rule.id, details } as const;
    await noteEvents(unit, organization, [event], at);
    const open = await readOpenIncidents(unit, rule);
    const timeline = open.map(({ id }) => ({
      incidentId: id,
      kind: 'ticks_skipped',
      details: gap,
    }));
    await insertTimeline(unit, organization, timeline, at);
  }
  await needs.queueNotice(unit, organization, {
    title: 'Alert checks were skipped',
    body:
      `Rules with a check interval of ${interval} s were not checked for a while. Xplain caught up on the latest checks, ` +
      `but skipped ${count} older ones. Conditions met only then did not fire.`,
    to: 'owners',
    key: 'ticks_skipped',
  });
}

interface Failing {
  readonly before: AlertRuleRunRow;
  readonly run: AlertRuleRunRow;
  readonly isNotified: boolean;
}

/** A rule that keeps failing is never disabled: Owners and its author hear of it, and when it works again the index does. */
export async function notifyFailing(
  needs: SettleNeeds,
  unit: Unit,
  rule: Rule,
  { before, run, isNotified }: Failing,
  { storeNow }: Times,
): Promise<void> {
  const wasFailing = before.failures >= LIMITS.alerts.failingTicks;
  const details = { rule: rule.name, failures: run.failures, reason: run.health_detail };
  if (isNotified) {
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
