import { isoTime } from '../../../base/clock.ts';
import type { History, IncidentRow, MaintenanceRow } from '../../../engines/history/history.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { incidentView } from '../make-view.ts';
import { incidentJson } from '../render/other-forms.ts';

/** Payload for receivers, in the same terms as `status.json`. */
export interface StatusEvent {
  readonly type: `incident.${IncidentHappening}` | `maintenance.${MaintenanceHappening}`;
  readonly data: object;
}

type IncidentHappening = 'opened' | 'updated' | 'closed';
type MaintenanceHappening = 'announced' | 'changed' | 'ended';

/** Event with the incident as currently in the history, including all its updates. */
export function incidentEvent(
  history: History,
  happening: IncidentHappening,
  incident: IncidentRow,
  url: string,
): StatusEvent {
  const shown = incidentJson(incidentView(history, incident));
  const page = `${url}/incidents/${incident.id}.html`;
  return { type: `incident.${happening}`, data: { incident: shown, url: page } };
}

export function maintenanceEvent(
  happening: MaintenanceHappening,
  record: MaintenanceRow,
  url: string,
): StatusEvent {
  const { id, madeAt, from, to, components, text } = record;
  const isInTime = from - madeAt >= LIMITS.targets.maintenanceNoticeMs;
  const times = { from: isoTime(from), to: isoTime(to), announcedAt: isoTime(madeAt) };
  const maintenance = { id, components, text, isInTime, ...times };
  return { type: `maintenance.${happening}`, data: { maintenance, url: `${url}/` } };
}
