import type { Rule } from '../rule.ts';
import type { MeasuredGroup } from './measurement.ts';
import { arrivalBounds, type WindowBounds } from './tick-window.ts';

export type GroupEvents = Pick<MeasuredGroup, 'key' | 'eventsFrom' | 'eventsTo' | 'details'>;

/** The bounds of the events that a group rests on. */
export function eventsOfGroup({ settings }: Rule, group: GroupEvents): WindowBounds {
  const { eventsFrom: from, eventsTo: to } = group;
  const late = lateStretch(group);
  if (late !== undefined) {
    const { arrival } = arrivalBounds(settings, { from, to });
    return { ...late, stored: { from: undefined, to }, arrival };
  }
  if (settings.basis === 'event') return { from, to, stored: { from: undefined, to: undefined } };
  return arrivalBounds(settings, { from, to });
}

function lateStretch({ details }: GroupEvents): { from: number; to: number } | undefined {
  // Only `measuredCount` writes it.
  return details?.['late'] as { from: number; to: number } | undefined;
}
