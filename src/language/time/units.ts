import type { TimeUnit } from '../tree/time.ts';

/** Every spelling of a unit. `m` is minutes; months are `mon`. */
const SPELLINGS: Readonly<Record<TimeUnit, readonly string[]>> = {
  s: ['s', 'sec', 'secs', 'second', 'seconds'],
  m: ['m', 'min', 'mins', 'minute', 'minutes'],
  h: ['h', 'hr', 'hrs', 'hour', 'hours'],
  d: ['d', 'day', 'days'],
  w: ['w', 'week', 'weeks'],
  mon: ['mon', 'month', 'months'],
  q: ['q', 'qtr', 'qtrs', 'quarter', 'quarters'],
  y: ['y', 'yr', 'yrs', 'year', 'years'],
};

const TIME_UNITS = Object.keys(SPELLINGS) as readonly TimeUnit[];

const UNIT_OF = new Map(
  TIME_UNITS.flatMap((unit) => SPELLINGS[unit].map((spelling) => [spelling, unit] as const)),
);

export function unitOf(spelling: string): TimeUnit | undefined {
  return UNIT_OF.get(spelling);
}
