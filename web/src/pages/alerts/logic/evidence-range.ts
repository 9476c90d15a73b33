/** The range of event times in an incident, including late events. */
import type { AlertIncident } from '../../../../../src/contract/alerts.ts';
import type { Query } from '../../../../../src/language/index.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { HOUR_MS, SECOND_MS } from '../../../../../src/spec/units.ts';

type Bounds = Pick<AlertIncident, 'eventsFrom' | 'eventsTo'>;

/** The query of an incident limits itself when events became searchable; this is only the outer range. */
export function evidenceRange(
  { eventsFrom, eventsTo }: Bounds,
  lateSeconds: number = LIMITS.alerts.lateSecondsDefault,
): { readonly earliest: string; readonly latest: string } {
  return {
    earliest: new Date(Date.parse(eventsFrom) - lateSeconds * SECOND_MS).toISOString(),
    latest: new Date(Date.parse(eventsTo) + HOUR_MS).toISOString(),
  };
}

export interface EvidenceWindow {
  readonly from: string;
  readonly to: string;
  /** By which of their times events belong to it. */
  readonly by: 'ingest time' | 'event time';
}

/** The window that fired, as its query has it. */
export function evidenceWindow(
  { eventsFrom, eventsTo, details }: Bounds & Pick<AlertIncident, 'details'>,
  query: Query | undefined,
): EvidenceWindow {
  const late = details['late'];
  if (isStretch(late)) {
    const at = (ms: number): string => new Date(ms).toISOString();
    return { from: at(late.from), to: at(late.to), by: 'event time' };
  }
  const [first] = query?.stages ?? [];
  const isByArrival = first?.kind === 'search' && first.indexEarliest !== undefined;
  return { from: eventsFrom, to: eventsTo, by: isByArrival ? 'ingest time' : 'event time' };
}

function isStretch(value: unknown): value is { readonly from: number; readonly to: number } {
  if (typeof value !== 'object' || value === null) return false;
  const { from, to } = value as Readonly<Record<string, unknown>>;
  return typeof from === 'number' && typeof to === 'number';
}
