import type { OrganizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import type { GroupKey } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';
import { findFiringRule } from './delivery-items-table.ts';

export interface WithholdNeeds {
  /** The id of a silence that holds, if one does. */
  readonly findSilence: (
    reader: Unit,
    organization: OrganizationId,
    about: { readonly rule: Rule; readonly group: GroupKey; readonly at: number },
  ) => Promise<string | undefined>;
}

/** Why nobody is told that incidents fire: the id of a silence or a rule, or a word; undefined when people are told. */
export async function whyWithheld(
  needs: WithholdNeeds,
  unit: Unit,
  rule: Rule,
  now: number,
): Promise<(incident: AlertIncidentRow) => Promise<string | undefined>> {
  const isSnoozed = (rule.snoozedUntil ?? 0) > now;
  const muting = await findFiringRule(
    unit,
    rule.organization,
    rule.settings.mutedBy.filter((id) => id !== rule.id),
  );
  return async (incident) => {
    if (isSnoozed || (incident.snoozed_until ?? 0) > now) return 'snoozed';
    if (incident.is_flapping === 1) return 'flapping';
    const group = JSON.parse(incident.group_key) as GroupKey;
    const silence = await needs.findSilence(unit, rule.organization, { rule, group, at: now });
    return silence ?? muting;
  };
}
