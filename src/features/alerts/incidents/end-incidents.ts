import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import type { ResolvedReason } from '../../../spec/alerts.ts';
import type { Rule } from '../rule.ts';
import { noteEvents } from '../watching/note-event.ts';
import { insertTimeline, updateOpenIncidents } from './alert-incidents-table.ts';

export interface End {
  readonly reason: ResolvedReason;
  /** By the clock of the store. */
  readonly at: number;
  /** Who, where it was somebody. */
  readonly by?: string;
}

/** Ends incidents that are open and tells it on their timelines and in the index; messages are the caller's. */
export async function endIncidents(
  unit: Unit,
  rule: Pick<Rule, 'id' | 'name' | 'organization'>,
  ids: readonly string[],
  { reason, at, by }: End,
): Promise<AlertIncidentRow[]> {
  const ended = await updateOpenIncidents(unit, rule.organization, ids, {
    status: 'resolved',
    resolved_at: at,
    resolved_reason: reason,
    remind_at: null,
  });
  const details = by === undefined ? { reason } : { reason, by };
  await insertTimeline(
    unit,
    rule.organization,
    ended.map(({ id }) => ({ incidentId: id, kind: 'resolved', details })),
    at,
  );
  const events = ended.map(({ id, severity, group_key: group }) => ({
    kind: 'resolved' as const,
    text: `${rule.name} is resolved`,
    ruleId: rule.id,
    incidentId: id,
    details: { rule: rule.name, severity, reason, group: JSON.parse(group) as unknown },
  }));
  await noteEvents(unit, rule.organization, events, at);
  return ended;
}
