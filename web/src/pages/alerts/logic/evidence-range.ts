/** The times that the events of an incident may have of their own: those that came late included. */
import type { AlertIncident } from '../../../../../src/contract/alerts.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { HOUR_MS, SECOND_MS } from '../../../../../src/spec/units.ts';

type Bounds = Pick<AlertIncident, 'eventsFrom' | 'eventsTo'>;

/** The query of an incident says itself when events became searchable; this is only the frame around it. */
export function evidenceRange(
  { eventsFrom, eventsTo }: Bounds,
  lateSeconds: number = LIMITS.alerts.lateSecondsDefault,
): { readonly earliest: string; readonly latest: string } {
  return {
    earliest: new Date(Date.parse(eventsFrom) - lateSeconds * SECOND_MS).toISOString(),
    latest: new Date(Date.parse(eventsTo) + HOUR_MS).toISOString(),
  };
}
