import { DAY_MS, HOUR_MS } from '../../spec/units.ts';
import { lastTransition, type Zone } from './zone.ts';

/** The wall clock of one day. Readings are given as if they were UTC. */
export interface DayClock {
  /** When the clock first shows this reading; one that it skips counts at the first instant after the gap. */
  firstTime(local: number): number;
  /** When it shows the reading again, on a day that has it twice. */
  secondTime(local: number): number | undefined;
  readonly isDoubled: boolean;
}

/** No zone is further from UTC than this, to either side. */
const OFFSET_MS_MAX = 15 * HOUR_MS;

/** Assumes that the clock changes at most once within this range of days. */
export function openDay(zone: Zone, day: number): DayClock {
  const from = day - OFFSET_MS_MAX;
  const to = day + DAY_MS + OFFSET_MS_MAX;
  const before = zone.offsetMs(from);
  const after = zone.offsetMs(to);
  const change = lastTransition(zone, from, to) ?? Number.POSITIVE_INFINITY;
  return {
    firstTime(local) {
      if (local - before < change) return local - before;
      return Math.max(local - after, change);
    },
    secondTime: (local) =>
      local - before < change && local - after >= change ? local - after : undefined,
    isDoubled: after < before,
  };
}
