/** Every tick of a rule that counts events, from two statements instead of two for each tick. */
import type { ConditionOf } from '../../../contract/alert-conditions.ts';
import {
  type ArrivalCount,
  type ArrivalCounting,
  countArrivals,
} from '../../../flow/search/index.ts';
import { type Gap, gapsBetween } from '../../../flow/ingest/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, SECOND_MS } from '../../../spec/units.ts';
import {
  arrivalBounds,
  type Asking,
  inBudget,
  type TickWindow,
  windowOf,
} from '../conditions/asking.ts';
import { groupHash, isOfFew, keepGroups, makeKey } from '../conditions/groups.ts';
import {
  around,
  largestOf,
  LATE_MS_MIN,
  measuredCount,
  ownTimesAround,
  type Stretch,
  type StretchGrid,
  stretchGrid,
} from '../conditions/measure-counts.ts';
import type { GroupKey, Measurement } from '../conditions/measurement.ts';
import { type Cells, createCells } from './cells.ts';
import { createLateCells, type LateCells } from './late-cells.ts';

export interface Replay {
  /** What was measured at a tick. */
  readonly at: (tickAt: number, known: ReadonlySet<string>) => Measurement;
}

type Threshold = ConditionOf<'threshold'>;

/** Undefined when there is too much for it. `ticks` are in order, without holes. */
export async function replayCounts(
  asking: Asking,
  condition: Threshold,
  ticks: readonly number[],
): Promise<Replay | undefined> {
  const { rule, needs } = asking;
  const { settings } = rule;
  const whole = {
    from: windowOf(settings, ticks[0] ?? 0).from,
    to: windowOf(settings, ticks.at(-1) ?? 0).to,
  };
  const gaps = await gapsBetween(needs, rule.organization, whole.from, whole.to);
  // All windows begin and end on this grid, whatever their length.
  const storing = {
    first: whole.from,
    sizeMs: commonDivisor(settings.interval, settings.window) * SECOND_MS,
  };
  const present = await count(asking, condition, { ...arrivalBounds(settings, whole), storing });
  if (present === undefined) return undefined;
  const late = present.reduce<readonly [number, number] | undefined>(
    (times, { lateTimes }) => around(times, lateTimes),
    undefined,
  );
  const grid = stretchGrid(settings);
  const lateCells =
    late === undefined ? undefined : await countLate(asking, condition, whole, late);
  if (late !== undefined && lateCells === undefined) return undefined;
  const groups = groupsOf(condition.by, present, storing.first, storing.sizeMs);
  return {
    at: (tickAt, known) => {
      const window = windowOf(settings, tickAt);
      const found = groups.flatMap((group) => presentAt(group, condition, window));
      const byOrder = found.toSorted((a, b) => inOrder(condition, a, b));
      const kept = keepGroups(byOrder, known, settings.maxGroups);
      const behind = kindsIn(gaps, window);
      return {
        kind: 'measured',
        groups: kept.groups.map((group) => {
          const stretch =
            group.late > 0 ? lateAt(lateCells, condition, group, window, grid) : undefined;
          return measuredCount(condition, group, stretch, window, behind.length > 0);
        }),
        isCut: kept.isCut || found.length > LIMITS.alerts.groupsMax,
        behind,
        isLearning: false,
      };
    },
  };
}

async function count(
  asking: Asking,
  { by, op }: Threshold,
  what: Pick<ArrivalCounting, 'from' | 'to' | 'stored' | 'arrival' | 'own' | 'storing'>,
): Promise<readonly ArrivalCount[] | undefined> {
  const { needs, actor, tree, tick } = asking;
  const { rows, isCut } = await inBudget(asking, (times) =>
    countArrivals(
      needs.search,
      actor,
      {
        ...what,
        ...times,
        query: tree,
        by,
        lateMsMin: LATE_MS_MIN,
        order: isOfFew(op) ? 'least' : 'most',
        rowsMax: needs.search.limits.query.groupsMax - 1,
      },
      tick.signal,
    ),
  );
  return isCut ? undefined : rows;
}

interface Counted {
  readonly key: GroupKey;
  readonly hash: string;
  /** The names in the order of `by`, as the store orders them. */
  readonly values: readonly string[];
  readonly cells: Cells;
}

interface Present extends Omit<Counted, 'cells'> {
  /** Without those that are late. */
  readonly count: number;
  readonly late: number;
}

function groupsOf(
  by: readonly string[],
  rows: readonly ArrivalCount[],
  first: number,
  sizeMs: number,
): Counted[] {
  const hashed = rows.map((row) => ({ row, hash: groupHash(makeKey(by, row.key)) }));
  const groups = [...Map.groupBy(hashed, ({ hash }) => hash)].map(([hash, those]): Counted => {
    const values = those[0]?.row.key ?? [];
    const cells = createCells(
      those.map(({ row }) => row),
      first,
      sizeMs,
    );
    return { key: makeKey(by, values), hash, values, cells };
  });
  // Without fields there is one group, which may have no events.
  if (by.length > 0 || groups.length > 0) return groups;
  return [{ key: null, hash: groupHash(null), values: [], cells: createCells([], first, sizeMs) }];
}

/** A window that has no event of a group does not name it, unless it is the only one. */
function presentAt({ cells, ...group }: Counted, { by }: Threshold, window: TickWindow): Present[] {
  const { count: all, late } = cells.between(window.from, window.to);
  return all === 0 && by.length > 0 ? [] : [{ ...group, count: all - late, late }];
}

function inOrder({ op }: Threshold, a: Present, b: Present): number {
  const difference = a.count + a.late - (b.count + b.late);
  if (difference !== 0) return isOfFew(op) ? difference : -difference;
  const at = a.values.findIndex((value, i) => value !== b.values[i]);
  return at < 0 || (a.values[at] ?? '') < (b.values[at] ?? '') ? -1 : 1;
}

/** Everything around the own times of what was late, by when it was stored. */
async function countLate(
  asking: Asking,
  condition: Threshold,
  whole: TickWindow,
  late: readonly [number, number],
): Promise<LateCells | undefined> {
  const { settings } = asking.rule;
  const { stepMs } = stretchGrid(settings);
  const own = ownTimesAround(late, settings.window * SECOND_MS, stepMs);
  const sizeMs = commonDivisor(settings.interval, settings.window) * SECOND_MS;
  // On the same grid, and before everything: what happened then can have been stored no earlier.
  const steps = Math.max(0, Math.ceil((whole.from - (own.from - 2 * DAY_MS)) / sizeMs));
  const storing = { first: whole.from - steps * sizeMs, sizeMs };
  const { arrival } = arrivalBounds(settings, whole);
  const rows = await count(asking, condition, {
    ...own,
    stored: { from: undefined, to: whole.to },
    arrival,
    own: { first: own.from, sizeMs: stepMs },
    storing,
  });
  if (rows === undefined) return undefined;
  return createLateCells(
    rows.map((row) => ({
      hash: groupHash(makeKey(condition.by, row.key)),
      step: own.from / stepMs + row.own,
      storedAt: storing.first + row.storing * sizeMs,
      count: row.count,
      late: row.late,
    })),
  );
}

function lateAt(
  cells: LateCells | undefined,
  condition: Threshold,
  { hash }: Present,
  window: TickWindow,
  grid: StretchGrid,
): Stretch | undefined {
  const counts = cells?.at(hash, window, grid.steps) ?? [];
  return largestOf(condition, new Map([[hash, counts]]), grid, window.to).get(hash);
}

/** As the store of gaps finds them. */
export function gapsIn(gaps: readonly Gap[], { from, to }: TickWindow): Gap[] {
  return gaps.filter((gap) => gap.from < to && (gap.to === null || gap.to >= from));
}

/** Why events of a window may be missing. */
export function kindsIn(gaps: readonly Gap[], window: TickWindow): Gap['kind'][] {
  return [...new Set(gapsIn(gaps, window).map(({ kind }) => kind))].toSorted();
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
