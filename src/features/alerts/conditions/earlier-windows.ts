import { toInstant, toLocal, type Zone } from '../../../language/index.ts';
import { DAY_MS } from '../../../spec/units.ts';
import type { TickWindow } from './tick-window.ts';

const DAYS = { day: 1, week: 7 } as const;

/** The windows at which the clock on the wall showed the same, days or weeks before, the latest first. */
export function earlierWindows(
  zone: Zone,
  { from, to }: TickWindow,
  compare: keyof typeof DAYS,
  periods: number,
): TickWindow[] {
  return Array.from({ length: periods }, (_, i) => {
    const days = (i + 1) * DAYS[compare];
    return { from: daysBefore(zone, from, days), to: daysBefore(zone, to, days) };
  });
}

function daysBefore(zone: Zone, at: number, days: number): number {
  return toInstant(zone, toLocal(zone, at) - days * DAY_MS);
}
