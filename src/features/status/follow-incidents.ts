import type { IncidentRow } from '../../engines/history/history.ts';
import type { StatusState } from '../../spec/status.ts';

/** The change to store: a new incident, a changed one, or nothing. */
export type IncidentChange =
  | { readonly kind: 'opened' | 'changed' | 'closed'; readonly incident: IncidentRow }
  | { readonly kind: 'same' };

/**
 * One incident for all components that fail at the same time: it opens with the first component, includes the
 * others, and closes when all of them are well. Those that people opened are theirs to close.
 */
export function followIncidents(
  open: readonly IncidentRow[],
  states: Readonly<Record<string, StatusState>>,
  now: number,
  newId: () => string,
): IncidentChange {
  const unhealthy = Object.keys(states).filter((id) => isUnhealthy(states[id]));
  const isOutage = unhealthy.some((id) => states[id] === 'outage');
  const own = open.find(({ title }) => title === '');
  if (own === undefined) {
    if (unhealthy.length === 0) return { kind: 'same' };
    const incident = {
      id: newId(),
      title: '',
      components: unhealthy,
      isOutage,
      openedAt: now,
      closedAt: null,
    };
    return { kind: 'opened', incident };
  }
  // A component without data is not known to be well.
  const isWell = own.components.every((id) => isOver(states[id])) && unhealthy.length === 0;
  if (isWell) return { kind: 'closed', incident: { ...own, closedAt: now } };
  const added = unhealthy.filter((id) => !own.components.includes(id));
  if (added.length === 0 && own.isOutage >= isOutage) return { kind: 'same' };
  const components = [...own.components, ...added];
  return {
    kind: 'changed',
    incident: { ...own, components, isOutage: own.isOutage || isOutage },
  };
}

function isUnhealthy(state: StatusState | undefined): boolean {
  return state === 'degraded' || state === 'outage';
}

function isOver(state: StatusState | undefined): boolean {
  return state === 'operational' || state === 'maintenance';
}
