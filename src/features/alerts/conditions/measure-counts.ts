/** Thresholds on counts of events, by when they were stored. */
import type { ConditionOf } from '../../../contract/alert-conditions.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import { type ArrivalCount, countArrivals } from '../../../flow/search/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import {
  arrivalBounds,
  type Asking,
  findBehind,
  inBudget,
  type TickWindow,
  windowOf,
} from './asking.ts';
import { groupHash, holdsFor, isOfFew, keepGroups, makeKey, meets } from './groups.ts';
import type { GroupKey, Known, MeasuredGroup, Measurement } from './measurement.ts';

export const LATE_MS_MIN = LIMITS.alerts.onTimeSecondsMax * SECOND_MS;

export async function measureCounts(
  asking: Asking,
  condition: ConditionOf<'threshold'>,
  known: Known,
): Promise<Measurement> {
  const { rule, tick } = asking;
  const window = windowOf(rule.settings, tick.at);
  const behind = await findBehind(asking, window.from, window.to);
  const present = await countPresent(asking, condition, window);
  const { found, isCut: isCutLate } = await countLate(asking, condition, window, present.groups);
  const kept = keepGroups(present.groups, known.groups, rule.settings.maxGroups);
  const groups = kept.groups.map((group) => {
    const stretch = found.get(group.hash);
    return measuredCount(condition, group, stretch, window, behind.length > 0);
  });
  const isCut = present.isCut || kept.isCut || isCutLate;
  return { kind: 'measured', groups, isCut, behind, isLearning: false };
}

export interface PresentCount {
  readonly key: GroupKey;
  readonly hash: string;
  /** Without those that are late. */
  readonly count: number;
  /** The first and the last own time of those that are. */
  readonly lateTimes: readonly [number, number] | undefined;
}

async function countPresent(
  asking: Asking,
  { op, by }: ConditionOf<'threshold'>,
  window: TickWindow,
): Promise<{ readonly groups: readonly PresentCount[]; readonly isCut: boolean }> {
  const { needs, actor, tree, tick, rule } = asking;
  const { counted } = tick;
  if (counted !== undefined) {
    return { groups: presentGroups([], [{ key: [], ...counted }]), isCut: false };
  }
  const { rows, isCut } = await inBudget(asking, (times) =>
    countArrivals(
      needs.search,
      actor,
      {
        ...arrivalBounds(rule.settings, window),
        ...times,
        query: tree,
        by,
        lateMsMin: LATE_MS_MIN,
        order: isOfFew(op) ? 'least' : 'most',
        rowsMax: LIMITS.alerts.groupsMax,
      },
      tick.signal,
    ),
  );
  return { groups: presentGroups(by, rows), isCut };
}

/** Groups whose names are cut to the same are one. */
function presentGroups(
  by: readonly string[],
  rows: readonly Pick<ArrivalCount, 'key' | 'count' | 'late' | 'lateTimes'>[],
): PresentCount[] {
  const groups = new Map<string, PresentCount>();
  for (const row of rows) {
    const key = makeKey(by, row.key);
    const hash = groupHash(key);
    const before = groups.get(hash);
    groups.set(hash, {
      key,
      hash,
      count: (before?.count ?? 0) + row.count - row.late,
      lateTimes: around(before?.lateTimes, row.lateTimes),
    });
  }
  return [...groups.values()];
}

type Times = readonly [number, number];

export function around(a: Times | undefined, b: Times | undefined): Times | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
}

/** The second statement, where there are late events: everything around their own times, step by step. */
async function countLate(
  asking: Asking,
  condition: ConditionOf<'threshold'>,
  window: TickWindow,
  present: readonly PresentCount[],
): Promise<{ readonly found: ReadonlyMap<string, Stretch>; readonly isCut: boolean }> {
  const { needs, actor, tree, tick, rule } = asking;
  const late = present.reduce<Times | undefined>(
    (times, { lateTimes }) => around(times, lateTimes),
    undefined,
  );
  if (late === undefined) return { found: new Map(), isCut: false };
  const grid = stretchGrid(rule.settings);
  const own = ownTimesAround(late, window.to - window.from, grid.stepMs);
  const { by } = condition;
  const { arrival } = arrivalBounds(rule.settings, window);
  const { rows, isCut } = await inBudget(asking, (times) =>
    countArrivals(
      needs.search,
      actor,
      {
        ...own,
        ...times,
        stored: { from: undefined, to: window.to },
        arrival,
        query: tree,
        by,
        own: { first: own.from, sizeMs: grid.stepMs },
        lateMsMin: LATE_MS_MIN,
        lateStoredFrom: window.from,
        order: 'most',
        rowsMax: needs.search.limits.query.groupsMax - 1,
      },
      tick.signal,
    ),
  );
  const steps = new Map<string, StepCount[]>();
  for (const row of rows) {
    const hash = groupHash(makeKey(by, row.key));
    const step = own.from / grid.stepMs + row.own;
    steps.set(hash, [...(steps.get(hash) ?? []), { step, count: row.count, fresh: row.late }]);
  }
  return { found: largestOf(condition, steps, grid, window.to), isCut };
}

/** On the grid: everything that a stretch, or one that touches it, can reach. */
export function ownTimesAround(
  [first, last]: Times,
  windowMs: number,
  stepMs: number,
): { readonly from: number; readonly to: number } {
  const from = Math.floor((first - 2 * windowMs) / stepMs) * stepMs;
  return { from, to: Math.ceil((last + 2 * windowMs) / stepMs) * stepMs };
}

export function largestOf(
  condition: ConditionOf<'threshold'>,
  steps: ReadonlyMap<string, readonly StepCount[]>,
  grid: ReturnType<typeof stretchGrid>,
  endsAt: number,
): Map<string, Stretch> {
  const { op, value } = condition;
  // For conditions that fire on few events, late events can only calm: none of their stretches was reported before.
  const fires = isOfFew(op) ? undefined : (count: number) => meets(op, count, value);
  const found = new Map<string, Stretch>();
  for (const [hash, counts] of steps) {
    const stretch = largestStretch(counts, { grid, endsAt, fires });
    if (stretch !== undefined) found.set(hash, stretch);
  }
  return found;
}

export function measuredCount(
  condition: ConditionOf<'threshold'>,
  { key, hash, count }: Pick<PresentCount, 'key' | 'hash' | 'count'>,
  stretch: Stretch | undefined,
  window: TickWindow,
  isBehind: boolean,
): MeasuredGroup {
  const isLate = stretch !== undefined && stretch.count > count;
  const value = isLate ? stretch.count : count;
  const holds = holdsFor(condition, value, isBehind);
  if (!isLate) return { key, hash, value, holds, eventsFrom: window.from, eventsTo: window.to };
  return {
    key,
    hash,
    value,
    holds,
    // The others of the stretch were stored when it was, or after it.
    eventsFrom: Math.min(window.from, wholeSecond(stretch.from)),
    eventsTo: window.to,
    details: { late: { from: stretch.from, to: stretch.to } },
  };
}

function wholeSecond(ms: number): number {
  return Math.floor(ms / SECOND_MS) * SECOND_MS;
}

/**
 * Late events do not increase the window in which they arrive. They are counted by their own time: in every stretch of
 * the window's length, together with all other events of that time.
 */

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
  /** Late events of this step that arrived in the present window. */
  readonly fresh: number;
}

export interface Stretch {
  readonly count: number;
  /** Own times, half open. */
  readonly from: number;
  readonly to: number;
}

interface StretchRules {
  readonly grid: StretchGrid;
  /** No stretch ends later than the step that contains this time. */
  readonly endsAt: number;
  /** Whether a count alone makes the rule fire. Undefined if more events can only calm it. */
  readonly fires: ((count: number) => boolean) | undefined;
}

/**
 * Returns the stretch with the largest count among those that contain fresh events; undefined if none counts. Skips
 * stretches adjacent to one that fired without them: these events are stragglers of what was already reported.
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
  const isReported = (start: number): boolean => {
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
    if (isReported(start)) continue;
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
