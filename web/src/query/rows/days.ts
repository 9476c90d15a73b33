/** Groups events by day, so that lines need no date. */
import { formatInstant, offsetAt } from '../../../../src/charts/clock.ts';
import { DAY_MS } from '../../../../src/spec/units.ts';
import type { LogEvent } from './log-event.ts';

/** The events that begin another day than the one before them in the list. */
export function daysBegin(events: readonly LogEvent[], timeZone: string): ReadonlySet<string> {
  const begin = new Set<string>();
  let before: number | undefined;
  for (const { id, timeMs } of events) {
    const day = Math.floor((timeMs + offsetAt(timeMs, timeZone)) / DAY_MS);
    if (before !== undefined && day !== before) begin.add(id);
    before = day;
  }
  return begin;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** `Saturday, 2026-01-31` on the clock of the zone. */
export function dayText(ms: number, timeZone: string): string {
  const [day = ''] = formatInstant(ms, timeZone).split(' ');
  const weekday = WEEKDAYS[new Date(ms + offsetAt(ms, timeZone)).getUTCDay()];
  return weekday === undefined ? 'No time' : `${weekday}, ${day}`;
}
