/** The one moment a refresh is about. Pure. */
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

/** How long an answer about a range is fresh: until `now` advances, longer if the range is in the past. */
export function freshMsOf({ to }: Range, now: number, stepMs: number): number {
  return to < now ? LIMITS.dashboards.pastFreshMs : stepMs;
}
