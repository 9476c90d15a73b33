import { systemActor } from '../../../base/actor.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import { runSearch, type SearchNeeds } from '../../../flow/search/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';

export interface SampleNeeds {
  readonly search: SearchNeeds;
  readonly log: Log;
}

/** How the store names an event. */
const EVENT_ID = /^[0-9a-f]{16}$/;

/**
 * Returns lines of the events that an incident references, as they are now, without erased events. A message matters
 * more than its lines, so it is sent without them if the query fails.
 */
export async function readSamples(
  { search, log }: SampleNeeds,
  organization: OrganizationId,
  incident: AlertIncidentRow,
  linesMax: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids = (JSON.parse(incident.sample_ids) as string[])
    .filter((id) => EVENT_ID.test(id))
    .slice(0, linesMax);
  if (ids.length === 0) return [];
  const limitedBy = AbortSignal.any([signal, AbortSignal.timeout(LIMITS.alerts.samplesMsMax)]);
  const seconds = (ms: number): string => String(Math.floor(ms / SECOND_MS));
  const names = ids.map((id) => `_id="${id}"`).join(' OR ');
  const input = {
    query: `(${names}) _index_earliest=${seconds(incident.events_from)} | fields event`,
    // By its own time an event may be as old as the oldest that a rule counts.
    earliest: seconds(incident.events_from - LIMITS.alerts.lateSecondsMax * SECOND_MS),
    latest: 'now',
    limit: linesMax,
  };
  const actor = systemActor(organization, 'alerts', ['logs:read']);
  try {
    const { data } = await runSearch({ ...search, searchKind: 'alert' }, actor, input, limitedBy);
    return data.rows.map(({ event }) =>
      typeof event === 'string' ? event : JSON.stringify(event),
    );
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.name : 'unknown';
    log.warn({ incident: incident.id, reason }, 'alert notification sent without log lines');
    return [];
  }
}
