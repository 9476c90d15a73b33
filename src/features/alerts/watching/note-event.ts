import { newId, type OrganizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { insertEvents } from './alert-events-table.ts';

/** Something that alerting has to tell in the index `_alerts`. Never holds a secret or a line of a log. */
export interface AlertEvent {
  readonly kind:
    | 'fired'
    | 'resolved'
    | 'began_flapping'
    | 'calmed_down'
    | 'rule_failing'
    | 'rule_recovered'
    | 'ticks_skipped'
    | 'delivery_dead'
    | 'channel_failing';
  readonly text: string;
  readonly ruleId?: string;
  readonly incidentId?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** In the transaction of what it tells about: both happen, or neither. */
export async function noteEvents(
  unit: Unit,
  organization: OrganizationId,
  events: readonly AlertEvent[],
  at: number,
): Promise<void> {
  await insertEvents(
    unit,
    events.map(({ kind, text, ruleId, incidentId, details = {} }) => ({
      id: newId('alertEvent'),
      organization_id: organization,
      recorded_at: at,
      kind,
      rule_id: ruleId ?? null,
      incident_id: incidentId ?? null,
      text,
      details: JSON.stringify(details),
    })),
  );
}
