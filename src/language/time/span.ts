import { LIMITS } from '../../spec/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../spec/units.ts';
import type { Span, TimeSpan } from '../tree/time.ts';
import type { TimeProblem } from './parse-time.ts';
import { addUnits, floorWithin, snapDown } from './resolve-time.ts';
import { unitOf } from './units.ts';
import { lastTransition, toInstant, toLocal, type Zone } from './zone.ts';

const AMOUNT_DIGITS_MAX = 6;

/** Reads `5m`, `1w@w1`, `500ms`, `10`, `2log10`. Units below a second are `ms`, `cs`, `ds`. */
export function parseSpan(text: string): Span | TimeProblem {
  const log = /^(\d+(?:\.\d+)?)?log(\d+(?:\.\d+)?)?$/.exec(text);
  if (log !== null) return logSpan(Number(log[1] ?? 1), Number(log[2] ?? 10));
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    const size = Number(text);
    return size > 0 ? { kind: 'number', size } : problem('A span must be greater than zero.');
  }
  const match = /^(\d*)([A-Za-z]+)(?:@([a-z]+)([0-7])?)?$/.exec(text);
  if (match === null) {
    return problem(`\`${text.slice(0, 40)}\` isn’t a valid span. Use 30s, 5m, 1h or 1d.`);
  }
  const [, digits = '', unitText = '', snap, weekday] = match;
  const amount = digits === '' ? 1 : Number(digits);
  if (amount === 0) return problem('A span must be greater than zero.');
  if (digits.length > AMOUNT_DIGITS_MAX) return problem(`\`${digits}\` is too large.`);
  return timeSpan(amount, unitText, snap, weekday);
}

function timeSpan(
  amount: number,
  unitText: string,
  snap: string | undefined,
  weekday: string | undefined,
): TimeSpan | TimeProblem {
  const tiny = { ms: 1, cs: 10, ds: 100 }[unitText];
  if (tiny !== undefined) {
    if (snap !== undefined) return problem('A span below a second cannot be aligned with @.');
    return { kind: 'time', amount: amount * tiny, unit: 'ms', weekday: undefined };
  }
  const unit = unitOf(unitText);
  if (unit === undefined) {
    return problem(`\`${unitText}\` isn’t a valid unit. Use ms, s, m, h, d, w, mon, q or y.`);
  }
  if (snap === undefined) return { kind: 'time', amount, unit, weekday: undefined };
  if (unitOf(snap) !== unit || (weekday !== undefined && unit !== 'w')) {
    return problem('After @, write the unit of the span, or a weekday as in `1w@w1`.');
  }
  return {
    kind: 'time',
    amount,
    unit,
    weekday: weekday === undefined ? undefined : Number(weekday) % 7,
  };
}

function logSpan(coefficient: number, base: number): Span | TimeProblem {
  return base > 1 && coefficient >= 1 && coefficient < base
    ? { kind: 'log', coefficient, base }
    : problem(
        'Invalid log span. Use a start value from 1 to the base, followed by the base, for example 2log10.',
      );
}

function problem(message: string): TimeProblem {
  return { kind: 'problem', message };
}

export function printSpan(span: Span): string {
  switch (span.kind) {
    case 'number':
      return String(span.size);
    case 'log':
      return `${span.coefficient}log${span.base}`;
    case 'time':
      return `${span.amount}${span.unit}${span.weekday === undefined ? '' : `@w${span.weekday}`}`;
  }
}

/** The spans that charts choose from automatically, shortest first, with their usual length. */
const NICE_SPANS: readonly (readonly [ms: number, amount: number, unit: TimeSpan['unit']])[] = [
  [SECOND_MS, 1, 's'],
  [5 * SECOND_MS, 5, 's'],
  [10 * SECOND_MS, 10, 's'],
  [30 * SECOND_MS, 30, 's'],
  [MINUTE_MS, 1, 'm'],
  [5 * MINUTE_MS, 5, 'm'],
  [10 * MINUTE_MS, 10, 'm'],
  [30 * MINUTE_MS, 30, 'm'],
  [HOUR_MS, 1, 'h'],
  [DAY_MS, 1, 'd'],
  [30 * DAY_MS, 1, 'mon'],
  [365 * DAY_MS, 1, 'y'],
];

/** The shortest nice span that needs no more than `bins` buckets, and is no shorter than `minspan`. */
export function autoSpan(
  range: { readonly from: number; readonly to: number },
  bins: number = LIMITS.query.bucketsDefault,
  minspan?: TimeSpan,
): TimeSpan {
  const length = Math.max(0, range.to - range.from);
  const shortest = minspan === undefined ? 0 : lengthOf(minspan);
  const fits = ([ms]: readonly [number, ...unknown[]]): boolean =>
    ms >= shortest && length / ms <= bins;
  const [, amount, unit] = NICE_SPANS.find(fits) ?? [0, 1, 'y' as const];
  return { kind: 'time', amount, unit, weekday: undefined };
}

/** A span for numbers between two bounds: 1, 2 or 5 times a power of ten. */
export function autoNumberSpan(low: number, high: number, bins: number): number {
  const wanted = (high - low) / Math.max(1, bins);
  if (!(wanted > 0) || !Number.isFinite(wanted)) return 1;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return ([1, 2, 5, 10].find((factor) => factor * power >= wanted) ?? 10) * power;
}

const USUAL_MS: Readonly<Record<TimeSpan['unit'], number>> = {
  ms: 1,
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
  mon: 30 * DAY_MS,
  q: 91 * DAY_MS,
  y: 365 * DAY_MS,
};

/** The usual length of a span; a particular day or month may be longer or shorter. */
export function lengthOf(span: TimeSpan): number {
  return span.amount * USUAL_MS[span.unit];
}

/**
 * Where the bucket around an instant begins. Buckets are counted on the wall clock of the zone: from
 * 1970-01-01 00:00 for spans up to days, from the week, month, quarter or year for longer ones.
 */
export function bucketStart(instant: number, span: TimeSpan, zone: Zone): number {
  const { amount, unit } = span;
  switch (unit) {
    case 'w':
      return weekStart(instant, amount, span.weekday ?? 0, zone);
    case 'mon':
      return monthStart(instant, amount, zone);
    case 'q':
      return monthStart(instant, amount * 3, zone);
    case 'y':
      return monthStart(instant, amount * 12, zone);
    default: {
      const size = amount * USUAL_MS[unit];
      if (size <= HOUR_MS) return floorWithin(instant, size, zone);
      return toInstant(zone, Math.floor(toLocal(zone, instant) / size) * size);
    }
  }
}

/** Weeks are counted from the first such weekday of 1970. */
function weekStart(instant: number, weeks: number, weekday: number, zone: Zone): number {
  const start = toLocal(zone, snapDown(instant, 'w', weekday, zone));
  // 1 January 1970 was a Thursday.
  const firstDay = (weekday - 4 + 7) % 7;
  const week = Math.round(start / DAY_MS - firstDay) / 7;
  return toInstant(zone, (Math.floor(week / weeks) * weeks * 7 + firstDay) * DAY_MS);
}

/** Months are counted from the year 0, so that 3 are a quarter and 12 a year. */
function monthStart(instant: number, months: number, zone: Zone): number {
  const date = new Date(toLocal(zone, instant));
  const count = date.getUTCFullYear() * 12 + date.getUTCMonth();
  const first = Math.floor(count / months) * months;
  return toInstant(zone, Date.UTC(Math.floor(first / 12), first % 12, 1));
}

/** Where the bucket after the one that begins at `start` begins. */
function nextBucket(start: number, span: TimeSpan, zone: Zone): number {
  const { amount, unit } = span;
  // A start skipped by the clock moves later within its bucket; the starts of later buckets do not.
  const bucketFrom = (guess: number) => Math.max(bucketStart(guess, span, zone), start + 1);
  if (unit === 'ms' || USUAL_MS[unit] <= HOUR_MS) {
    const size = lengthOf(span);
    if (size > HOUR_MS) return bucketFrom(toInstant(zone, toLocal(zone, start) + size));
    const guess = start + size;
    // Where the clock changes a new bucket begins, as `bucketStart` has it.
    return (
      lastTransition(zone, start, guess) ?? Math.max(bucketStart(guess, span, zone), start + 1)
    );
  }
  return bucketFrom(addUnits(start, amount, unit, zone));
}

export interface Buckets {
  readonly starts: readonly number[];
  readonly isCut: boolean;
}

/** The starts of all buckets that touch the range, the cut-off one at its beginning included. */
export function bucketsOf(
  range: { readonly from: number; readonly to: number },
  span: TimeSpan,
  zone: Zone,
): Buckets {
  const starts: number[] = [];
  let start = bucketStart(range.from, span, zone);
  while (start < range.to) {
    if (starts.length >= LIMITS.query.bucketsMax) return { starts, isCut: true };
    starts.push(start);
    start = nextBucket(start, span, zone);
  }
  return { starts, isCut: false };
}
