import { LIMITS } from '../../../spec/limits.ts';
import { CODE } from './minute-codes.ts';

/** Minutes by what is known of them. `slow` ones are up as well. */
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

export const NO_MINUTES: Tally = { up: 0, slow: 0, down: 0, maintenance: 0, none: 0 };

/** What one minute counts as: its result, unless it is excluded. One without data stays without. */
export type Counted = 'up' | 'slow' | 'down' | 'maintenance' | 'none';

const COUNTED: readonly Counted[] = ['none', 'up', 'slow', 'down'];

export function countedAs(code: number, isExcluded: () => boolean): Counted {
  const counted = COUNTED[code] ?? 'none';
  return code !== CODE.none && isExcluded() ? 'maintenance' : counted;
}

/** Several components as one: what breaks any of them breaks the whole. */
export function countedTogether(parts: readonly Counted[]): Counted {
  for (const worst of ['down', 'none', 'maintenance', 'slow'] as const) {
    if (parts.includes(worst)) return worst;
  }
  return 'up';
}

const MINUTES_PER_DAY = 1_440;

/** The minutes from `from` to before `to`, by the day of UTC they lie in. */
export function tallyDays(
  counted: (minute: number) => Counted,
  from: number,
  to: number,
): readonly DayTally[] {
  const days: DayTally[] = [];
  for (let start = from; start < to;) {
    const end = Math.min(to, (Math.floor(start / MINUTES_PER_DAY) + 1) * MINUTES_PER_DAY);
    const tally = { up: 0, slow: 0, down: 0, maintenance: 0, none: 0 };
    for (let minute = start; minute < end; minute += 1) {
      const what = counted(minute);
      tally[what] += 1;
      if (what === 'slow') tally.up += 1;
    }
    days.push({ day: dayOf(start), ...tally });
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

/** up / (up + down); maintenance and what nobody saw are left out. */
export function uptimeOf({ up, down, maintenance }: Tally, minutes: number): Uptime {
  const coverage = (up + down + maintenance) / minutes;
  const isKnown = coverage >= LIMITS.status.coverageRatioMin && up + down > 0;
  return { uptime: isKnown ? up / (up + down) : null, coverage };
}
