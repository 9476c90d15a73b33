import type { Clock } from '../../../base/clock.ts';
import { organizationId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { whyWithheld } from '../messages/why-withheld.ts';
import { findRules } from '../tables/alert-rules-table.ts';
import type { SettleNeeds } from '../states/settle-needs.ts';
import {
  findIncident,
  insertTimeline,
  readReminders,
  removeEnded,
  updateOpenIncidents,
} from '../tables/alert-incidents-table.ts';
import { nextReminder } from './next-reminder.ts';

export interface RemindNeeds extends Pick<SettleNeeds, 'queueMessages'> {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly log: Log;
}

const AT_ONCE_MAX = 200;

export async function hasReminders({ metadata, clock }: RemindNeeds): Promise<boolean> {
  return (await readReminders(metadata, clock.now(), 1)).length > 0;
}

/**
 * Reminds channels that an incident still fires: repeatedly if the rule requests it, and once after messages were
 * withheld.
 */
export async function remindOfIncidents(needs: RemindNeeds, signal: AbortSignal): Promise<void> {
  const due = await readReminders(needs.metadata, needs.clock.now(), AT_ONCE_MAX);
  for (const { id, organization_id: organization, rule_id: rule } of due) {
    if (signal.aborted) return;
    try {
      await remindOf(needs, organization, rule, id);
    } catch (error) {
      needs.log.error({ err: error, incident: id, organization }, 'reminder of an alert failed');
    }
  }
}

async function remindOf(
  { metadata, clock, queueMessages }: RemindNeeds,
  owner: string,
  ruleId: string,
  id: string,
): Promise<void> {
  const organization = organizationId(owner);
  const now = clock.now();
  await metadata.transaction(async (unit) => {
    await unit.lockRow('alert_rules', { organization_id: organization, id: ruleId });
    const [rule] = await findRules(unit, organization, [ruleId]);
    const row = await findIncident(unit, organization, id);
    if (row?.status !== 'firing' || row.remind_at === null || row.remind_at > now) return;
    const isWithheld =
      rule !== undefined && (await whyWithheld(unit, rule, now))(row) !== undefined;
    const snoozedUntil = Math.max(row.snoozed_until ?? 0, rule?.snoozedUntil ?? 0);
    // Silences, muting rules and flapping can end at any moment, so they are checked again soon.
    const again = snoozedUntil > now ? snoozedUntil : now + LIMITS.alerts.withheldAgainMs;
    const later = isWithheld ? again : undefined;
    const remindAt = later ?? nextReminder(row, rule, now);
    const [changed] = await updateOpenIncidents(unit, organization, [id], { remind_at: remindAt });
    if (later !== undefined || rule === undefined || changed === undefined) return;
    await insertTimeline(
      unit,
      organization,
      [{ incidentId: id, kind: 'still_firing', details: {} }],
      now,
    );
    const told = { incident: changed, transition: { kind: 'still_firing' } } as const;
    await queueMessages(unit, rule, [told], now);
  });
}

/** Ended incidents go after a while, with their timelines. */
export async function forgetIncidents(
  { metadata, clock }: Pick<RemindNeeds, 'metadata' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const before = clock.now() - LIMITS.alerts.incidentsKeptMs;
  while (!signal.aborted) {
    const removed = await removeEnded(metadata, before, AT_ONCE_MAX);
    if (removed < AT_ONCE_MAX) return;
  }
}
