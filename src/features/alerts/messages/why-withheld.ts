import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import type { GroupKey } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';
import { isSilenced } from '../silences/find-silence.ts';
import { readSilencesAt, settingsOf } from '../tables/alert-silences-table.ts';
import { findFiringRule } from '../tables/alert-delivery-items-table.ts';

/**
 * Why a firing incident is not notified: the id of a silence or a rule, or a word; undefined if notifications are sent.
 */
export type WhyWithheld = (incident: AlertIncidentRow) => string | undefined;

/** Queries once for all incidents of a rule. */
export async function whyWithheld(unit: Unit, rule: Rule, now: number): Promise<WhyWithheld> {
  const { organization, settings } = rule;
  const isSnoozed = (rule.snoozedUntil ?? 0) > now;
  const silences = await readSilencesAt(unit, organization, now);
  const others = settings.mutedBy.filter((id) => id !== rule.id);
  const muting = await findFiringRule(unit, organization, others);
  return (incident) => {
    if (isSnoozed || (incident.snoozed_until ?? 0) > now) return 'snoozed';
    if (incident.is_flapping === 1) return 'flapping';
    const group = JSON.parse(incident.group_key) as GroupKey;
    const silence = silences.find((row) => isSilenced(settingsOf(row), { rule, group }, now));
    return silence?.id ?? muting;
  };
}
