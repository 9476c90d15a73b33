/** Ranges that are compared with others, on the calendar of a zone. Pure. */
import { resolveTimeSpec, type TimeStep, type Zone } from '../../../language/index.ts';
import { DAY_MS, SECOND_MS } from '../../../spec/units.ts';

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The period before, or as far back as a step says. */
export type Comparison = 'previous' | 'day' | 'week' | TimeStep;

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
    default:
      return moved(instant, comparison, zone);
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

export function isWhole(range: Range, zone: Zone): boolean {
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
