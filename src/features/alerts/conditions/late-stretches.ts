/**
 * Late events do not swell the window in which they arrive. They are counted where they belong: in every stretch of the
 * window's length, by their own time, together with everything else that happened then.
 */
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';

/** The grid on which stretches begin. It is the same for all ticks of a rule. */
export interface StretchGrid {
  readonly stepMs: number;
  /** As many steps are a window. */
  readonly steps: number;
}

/** Windows overlap as those of ticks do, as far as equal steps of whole milliseconds allow. */
export function stretchGrid({
  window,
  interval,
}: Pick<AlertRuleSettings, 'window' | 'interval'>): StretchGrid {
  const windowMs = window * SECOND_MS;
  const wanted = Math.min(Math.ceil(window / interval), LIMITS.alerts.stretchStepsMax);
  let steps = Math.max(1, wanted);
  while (windowMs % steps !== 0) steps -= 1;
  return { stepMs: windowMs / steps, steps };
}

/** What happened within one step. */
export interface StepCount {
  /** Its number: own times divided by the length of a step. */
  readonly step: number;
  readonly count: number;
  /** Those among them that are late and have come in the present window. */
  readonly fresh: number;
}

export interface Stretch {
  readonly count: number;
  /** Own times, half open. */
  readonly from: number;
  readonly to: number;
}

export interface StretchRules {
  readonly grid: StretchGrid;
  /** No stretch ends later than the step in which this lies. */
  readonly endsAt: number;
  /** Whether a count fires by itself. Undefined where more events can only calm it. */
  readonly fires: ((count: number) => boolean) | undefined;
}

/**
 * The stretch with the largest count among those that fresh events belong to; undefined where none counts. Stretches
 * that touch one which fired without them are passed over: these events are stragglers of what was told already.
 */
export function largestStretch(
  counts: readonly StepCount[],
  { grid: { stepMs, steps }, endsAt, fires }: StretchRules,
): Stretch | undefined {
  const known = new Map(counts.map((each) => [each.step, each]));
  const lastStart = Math.ceil(endsAt / stepMs) - steps;
  const summed = new Map<number, Sums>();
  const sums = (start: number): Sums => {
    const found = summed.get(start) ?? sumOf(known, start, start + steps);
    summed.set(start, found);
    return found;
  };
  const starts = new Set(
    counts
      .filter(({ fresh }) => fresh > 0)
      .flatMap(({ step }) => Array.from({ length: steps }, (_, i) => step - i)),
  );
  const isTold = (start: number): boolean => {
    if (fires === undefined) return false;
    for (let other = start - steps + 1; other < start + steps; other += 1) {
      if (other <= lastStart && fires(sums(other).before)) return true;
    }
    return false;
  };
  let largest: Stretch | undefined;
  for (const start of [...starts].toSorted((a, b) => a - b)) {
    if (start > lastStart) continue;
    const { all } = sums(start);
    if (largest !== undefined && all <= largest.count) continue;
    if (isTold(start)) continue;
    largest = { count: all, from: start * stepMs, to: (start + steps) * stepMs };
  }
  return largest;
}

interface Sums {
  readonly all: number;
  /** Without the fresh ones. */
  readonly before: number;
}

function sumOf(known: ReadonlyMap<number, StepCount>, from: number, to: number): Sums {
  let all = 0;
  let fresh = 0;
  for (let step = from; step < to; step += 1) {
    all += known.get(step)?.count ?? 0;
    fresh += known.get(step)?.fresh ?? 0;
  }
  return { all, before: all - fresh };
}
