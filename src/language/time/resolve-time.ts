import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../spec/units.ts';
import type { AbsoluteTime, TimeSpec, TimeStep, TimeUnit } from '../tree/time.ts';
import { parseTime, type TimeProblem } from './parse-time.ts';
import { lastTransition, openZone, toInstant, toLocal, type Zone } from './zone.ts';

export interface TimeContext {
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  /** An IANA name such as `Europe/Berlin`. */
  readonly timeZone: string;
}

export type ResolvedTime = { readonly kind: 'instant'; readonly ms: number } | TimeProblem;

/** Times outside these years are refused: the store could not keep them. */
const YEAR_MIN = Date.UTC(1000, 0, 1);
const YEAR_MAX = Date.UTC(9999, 0, 1);

/** Resolves a time text to an instant. Days and longer units follow the calendar of the time zone. */
export function resolveTime(text: string, context: TimeContext): ResolvedTime {
  const time = parseTime(text);
  return time.kind === 'problem' ? time : resolveTimeSpec(time, context);
}

export function resolveTimeSpec(time: TimeSpec, context: TimeContext): ResolvedTime {
  const zone = openZone(context.timeZone);
  if (zone === undefined) {
    return { kind: 'problem', message: `Unknown time zone \`${context.timeZone}\`.` };
  }
  const ms = toMs(time, context.now, zone);
  if (ms === undefined || ms < YEAR_MIN || ms > YEAR_MAX) {
    return { kind: 'problem', message: 'The time is out of range.' };
  }
  return { kind: 'instant', ms };
}

function toMs(time: TimeSpec, now: number, zone: Zone): number | undefined {
  switch (time.kind) {
    case 'epoch':
      return time.ms;
    case 'absolute':
      return absoluteToMs(time, zone);
    case 'relative': {
      let instant = now;
      for (const step of time.steps) {
        instant = applyStep(step, instant, zone);
        // A date beyond the range of Date becomes NaN, which must not reach later steps.
        if (!(instant >= YEAR_MIN && instant <= YEAR_MAX)) return undefined;
      }
      return instant;
    }
  }
}

function absoluteToMs(time: AbsoluteTime, zone: Zone): number {
  const local = Date.UTC(
    time.year,
    time.month - 1,
    time.day,
    time.hour,
    time.minute,
    time.second,
    time.millisecond,
  );
  if (time.offsetMinutes !== undefined) return local - time.offsetMinutes * MINUTE_MS;
  return toInstant(zone, local);
}

function applyStep(step: TimeStep, instant: number, zone: Zone): number {
  return step.kind === 'offset'
    ? addUnits(instant, step.amount, step.unit, zone)
    : snapDown(instant, step.unit, step.weekday ?? 0, zone);
}

const EXACT_MS: Readonly<Partial<Record<TimeUnit, number>>> = {
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
};

/** Seconds, minutes and hours are elapsed time; from days on the wall clock keeps its reading. */
export function addUnits(instant: number, amount: number, unit: TimeUnit, zone: Zone): number {
  const exact = EXACT_MS[unit];
  if (exact !== undefined) return instant + amount * exact;
  const local = toLocal(zone, instant);
  switch (unit) {
    case 'd':
      return toInstant(zone, local + amount * DAY_MS);
    case 'w':
      return toInstant(zone, local + amount * 7 * DAY_MS);
    case 'q':
      return toInstant(zone, addMonths(local, amount * 3));
    case 'y':
      return toInstant(zone, addMonths(local, amount * 12));
    default:
      return toInstant(zone, addMonths(local, amount));
  }
}

/** A day the month does not have becomes its last one: a month before 31 March is 28 or 29 February. */
function addMonths(local: number, months: number): number {
  const date = new Date(local);
  const target = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const year = target.getUTCFullYear();
  const month = target.getUTCMonth();
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDay = local - Math.floor(local / DAY_MS) * DAY_MS;
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + timeOfDay;
}

/** The instant at which the unit around `instant` began; `weekday` is where a week begins. */
export function snapDown(instant: number, unit: TimeUnit, weekday: number, zone: Zone): number {
  const exact = EXACT_MS[unit];
  if (exact !== undefined) return floorWithin(instant, exact, zone);
  const local = toLocal(zone, instant);
  const date = new Date(local);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const day = date.getUTCDate();
  switch (unit) {
    case 'd':
      return toInstant(zone, Date.UTC(year, month, day));
    case 'w':
      return toInstant(zone, Date.UTC(year, month, day - ((date.getUTCDay() - weekday + 7) % 7)));
    case 'q':
      return toInstant(zone, Date.UTC(year, month - (month % 3), 1));
    case 'y':
      return toInstant(zone, Date.UTC(year, 0, 1));
    default:
      return toInstant(zone, Date.UTC(year, month, 1));
  }
}

/**
 * Rounds the wall clock down to a multiple of up to an hour. If the clock changed in between, the unit begins with the
 * change: the two hours called 2 o'clock in autumn stay separate.
 */
export function floorWithin(instant: number, sizeMs: number, zone: Zone): number {
  const local = toLocal(zone, instant);
  const floor = instant - (local - Math.floor(local / sizeMs) * sizeMs);
  return lastTransition(zone, floor, instant) ?? floor;
}
