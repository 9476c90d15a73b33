/** Round times for the axis of time, on the clock and the calendar of a zone. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../spec/units.ts';
import { type Instants, offsetAt } from './clock.ts';

/** Steps of even length up to weeks; months and years have none. */
const EVEN_STEPS: readonly number[] = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 7, 14].map((count) => count * DAY_MS),
];
const MONTH_STEPS: readonly number[] = [
  1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1_200, 6_000, 12_000,
];
const MONTH_MS = 30.4 * DAY_MS;
/** 1970 began on a Thursday, weeks begin on Mondays. */
const WEEK_SHIFT_MS = 4 * DAY_MS;
const COUNT_MAX = 200;

/** Instants in milliseconds, ascending, both ends included when they are round. */
export function timeTicks({ from, to }: Instants, timeZone: string, count = 8): number[] {
  if (!Number.isFinite(from) || !Number.isFinite(to) || to < from) return [];
  const wanted = Math.min(COUNT_MAX, Math.max(1, Math.floor(count)));
  const rough = Math.max(1, (to - from) / wanted);
  const even = EVEN_STEPS.find((step) => step >= rough);
  const readings =
    even === undefined
      ? monthReadings(from, to, rough, timeZone)
      : evenReadings(from, to, even, timeZone);
  const ticks = readings.flatMap((reading) => instantsOf(reading, even ?? DAY_MS, timeZone));
  return [...new Set(ticks)]
    .filter((tick) => tick >= from && tick <= to)
    .toSorted((left, right) => left - right);
}

/** Readings of the clock, as if they were UTC. */
function evenReadings(from: number, to: number, step: number, timeZone: string): number[] {
  const shift = step % (7 * DAY_MS) === 0 ? WEEK_SHIFT_MS : 0;
  const first = Math.floor((from + offsetAt(from, timeZone) - shift) / step);
  const last = Math.ceil((to + offsetAt(to, timeZone) - shift) / step);
  // A repeated hour is read from before and after the change.
  const length = Math.min(last - first + 1 + Math.ceil((2 * HOUR_MS) / step), 4 * COUNT_MAX);
  return Array.from({ length }, (_, place) => (first + place) * step + shift);
}

function monthReadings(from: number, to: number, rough: number, timeZone: string): number[] {
  const step = MONTH_STEPS.find((months) => months * MONTH_MS >= rough) ?? MONTH_STEPS.at(-1) ?? 1;
  const first = Math.floor(monthOf(from + offsetAt(from, timeZone)) / step) * step;
  const last = monthOf(to + offsetAt(to, timeZone)) + step;
  const length = Math.min(Math.floor((last - first) / step) + 1, COUNT_MAX);
  return Array.from({ length }, (_, place) => beginOfMonth(first + place * step));
}

function monthOf(reading: number): number {
  const date = new Date(reading);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function beginOfMonth(month: number): number {
  const date = new Date(0);
  // `Date.UTC` takes the years below 100 for those of the last century.
  date.setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1);
  return date.getTime();
}

/**
 * The instants at which the clock shows this reading. If the clock is set back, there are two; both count if the step
 * fits into the shift, so that ticks stay evenly spaced. A skipped reading counts if a day starts with it, at the
 * moment of the change.
 */
function instantsOf(reading: number, step: number, timeZone: string): number[] {
  const before = offsetAt(reading - DAY_MS, timeZone);
  const after = offsetAt(reading + DAY_MS, timeZone);
  const found = [reading - before, reading - after].filter(
    (instant) => instant + offsetAt(instant, timeZone) === reading,
  );
  if (found.length === 0) return step >= DAY_MS ? [reading - before] : [];
  const isEven = Math.abs(before - after) % step === 0;
  return isEven ? found : [Math.min(...found)];
}
