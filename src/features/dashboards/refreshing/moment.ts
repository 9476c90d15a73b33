/** The one moment a refresh is about, and ranges that are compared with others. Pure. */
import { resolveTimeSpec, type TimeStep, type Zone } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Up to this length of the range, `now` is rounded down to these steps. */
const STEPS: readonly (readonly [lengthMs: number, stepMs: number])[] = [
  [15 * MINUTE_MS, 5 * SECOND_MS],
  [HOUR_MS, 10 * SECOND_MS],
  [6 * HOUR_MS, 30 * SECOND_MS],
  [24 * HOUR_MS, MINUTE_MS],
  [7 * DAY_MS, 5 * MINUTE_MS],
];
const STEP_MS_MAX = 15 * MINUTE_MS;

/** A day on which the clock is set back has an hour more, and is a day all the same. */
const CLOCK_CHANGE_MS = HOUR_MS;

export function stepOf({ from, to }: Range): number {
  const length = to - from;
  const found = STEPS.find(([max]) => length <= (max >= DAY_MS ? max + CLOCK_CHANGE_MS : max));
  return found?.[1] ?? STEP_MS_MAX;
}

export function roundDown(now: number, stepMs: number): number {
  return Math.floor(now / stepMs) * stepMs;
}

/** How long an answer about a range is good: until `now` is another one, longer where the range lies in the past. */
export function freshMsOf({ to }: Range, now: number, stepMs: number): number {
  return to < now ? LIMITS.dashboards.pastFreshMs : stepMs;
}

export type Comparison = 'previous' | 'day' | 'week';

/** An instant moved back as far as the comparison says, on the calendar of the zone. */
export function shiftBack(
  instant: number,
  range: Range,
  zone: Zone,
  comparison: Comparison,
): number {
  switch (comparison) {
    case 'day':
      return moved(instant, { kind: 'offset', amount: -1, unit: 'd' }, zone);
    case 'week':
      return moved(instant, { kind: 'offset', amount: -7, unit: 'd' }, zone);
    case 'previous':
      return moved(instant, lengthOf(range, zone), zone);
  }
}

export function shiftRange(range: Range, zone: Zone, comparison: Comparison): Range {
  const from = shiftBack(range.from, range, zone, comparison);
  // The range before ends where this one begins, whatever the clock did meanwhile.
  const isBefore = comparison === 'previous' && isWhole(range, zone);
  const to = isBefore ? range.from : shiftBack(range.to, range, zone, comparison);
  return from < to ? { from, to } : { from, to: from + 1 };
}

/** Whole months and days go by the calendar, anything else by the time that passed. */
function lengthOf(range: Range, zone: Zone): TimeStep {
  const months = wholeMonths(range, zone);
  if (months > 0) return { kind: 'offset', amount: -months, unit: 'mon' };
  const days = wholeDays(range, zone);
  if (days > 0) return { kind: 'offset', amount: -days, unit: 'd' };
  return { kind: 'offset', amount: -(range.to - range.from) / SECOND_MS, unit: 's' };
}

function isWhole(range: Range, zone: Zone): boolean {
  return wholeMonths(range, zone) > 0 || wholeDays(range, zone) > 0;
}

function wholeMonths(range: Range, zone: Zone): number {
  const from = new Date(localOf(range.from, zone));
  const to = new Date(localOf(range.to, zone));
  const isStart = (date: Date): boolean => date.getUTCDate() === 1 && date.getTime() % DAY_MS === 0;
  if (!isStart(from) || !isStart(to)) return 0;
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  return years * 12 + to.getUTCMonth() - from.getUTCMonth();
}

function wholeDays(range: Range, zone: Zone): number {
  const days = (localOf(range.to, zone) - localOf(range.from, zone)) / DAY_MS;
  return Number.isInteger(days) ? days : 0;
}

function localOf(instant: number, zone: Zone): number {
  return instant + zone.offsetMs(instant);
}

function moved(instant: number, step: TimeStep, zone: Zone): number {
  const time = { kind: 'relative', steps: [step] } as const;
  const found = resolveTimeSpec(time, { now: instant, timeZone: zone.name });
  // Out of reach there is nothing to compare with.
  return found.kind === 'instant' ? Math.round(found.ms) : instant;
}
