import { LIMITS } from '../../../spec/limits.ts';
import { CODE } from './minute-codes.ts';

/** Minutes by result. `slow` minutes are also counted as up. */
export interface Tally {
  readonly up: number;
  readonly slow: number;
  readonly down: number;
  readonly maintenance: number;
  readonly none: number;
}

export interface DayTally extends Tally {
  readonly day: string;
}

const NO_MINUTES: Tally = { up: 0, slow: 0, down: 0, maintenance: 0, none: 0 };

/** A minute counts as its result, or as this if it is excluded. A minute without data stays without. */
const MAINTENANCE = 4;
/** Names, indexed by the code of a minute. */
const NAMES = ['none', 'up', 'slow', 'down', 'maintenance'] as const;

/** Code that each minute from `from` to before `to` counts as. */
export function countMinutes(
  codeAt: (minute: number) => number,
  isExcluded: (minute: number) => boolean,
  from: number,
  to: number,
): Uint8Array {
  const counted = new Uint8Array(to - from);
  for (let minute = from; minute < to; minute += 1) {
    const code = codeAt(minute);
    counted[minute - from] = code !== CODE.none && isExcluded(minute) ? MAINTENANCE : code;
  }
  return counted;
}

/** By how much it decides when several components are seen as one: what breaks any of them breaks the whole. */
const WEIGHTS = [3, 0, 1, 4, 2];

export function countTogether(parts: readonly Uint8Array[]): Uint8Array {
  const [first = new Uint8Array(), ...others] = parts;
  const together = first.slice();
  for (const part of others) {
    for (const [at, code] of part.entries()) {
      const worst = together[at] ?? CODE.none;
      if ((WEIGHTS[code] ?? 0) > (WEIGHTS[worst] ?? 0)) together[at] = code;
    }
  }
  return together;
}

const MINUTES_PER_DAY = 1_440;

/** Tallies the counted minutes from `from` on by UTC day. */
export function tallyDays(counted: Uint8Array, from: number): readonly DayTally[] {
  const days: DayTally[] = [];
  const to = from + counted.length;
  for (let start = from; start < to;) {
    const end = Math.min(to, (Math.floor(start / MINUTES_PER_DAY) + 1) * MINUTES_PER_DAY);
    const tally = { up: 0, slow: 0, down: 0, maintenance: 0, none: 0 };
    for (const code of counted.subarray(start - from, end - from)) {
      tally[NAMES[code] ?? 'none'] += 1;
    }
    // A slow response is still a response.
    days.push({ day: dayOf(start), ...tally, up: tally.up + tally.slow });
    start = end;
  }
  return days;
}

export function dayOf(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(0, 10);
}

export function sumOf(days: readonly Tally[]): Tally {
  return days.reduce<Tally>(
    (sum, { up, slow, down, maintenance, none }) => ({
      up: sum.up + up,
      slow: sum.slow + slow,
      down: sum.down + down,
      maintenance: sum.maintenance + maintenance,
      none: sum.none + none,
    }),
    NO_MINUTES,
  );
}

export interface Uptime {
  /** Null when too little is known to tell. */
  readonly uptime: number | null;
  readonly coverage: number;
}

/** up / (up + down); maintenance and unobserved minutes are excluded. */
export function uptimeOf({ up, down, maintenance }: Tally, minutes: number): Uptime {
  const coverage = (up + down + maintenance) / minutes;
  const isKnown = coverage >= LIMITS.status.coverageRatioMin && up + down > 0;
  return { uptime: isKnown ? up / (up + down) : null, coverage };
}
