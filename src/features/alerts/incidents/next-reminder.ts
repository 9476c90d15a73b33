import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { Rule } from '../rule.ts';

/** Returns when channels are reminded next, null for never: acknowledged incidents get no reminders. */
export function nextReminder(
  { acknowledged_at: acknowledgedAt }: Pick<AlertIncidentRow, 'acknowledged_at'>,
  rule: Pick<Rule, 'settings'> | undefined,
  now: number,
): number | null {
  const renotify = rule?.settings.renotify ?? null;
  return renotify === null || acknowledgedAt !== null ? null : now + renotify * SECOND_MS;
}
