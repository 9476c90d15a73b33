/** Whether a value differs from what it was at the same time of earlier days or weeks. */
import type { ConditionOf } from '../../../contract/alert-conditions.ts';
import { type GapKind, gapsBetween } from '../../../flow/ingest/index.ts';
import { findEventIds, lacksEvents, searchZone } from '../../../flow/search/index.ts';
import {
  type Query,
  type SearchExpression,
  toInstant,
  toLocal,
  type Zone,
} from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS } from '../../../spec/units.ts';
import {
  type Asking,
  boundsOf,
  findBehind,
  frontierFor,
  inBudget,
  seenBy,
  type TickWindow,
  windowOf,
} from './asking.ts';
import { isReporting } from './evidence.ts';
import { keepGroups } from './groups.ts';
import type { GroupKey, Known, MeasuredGroup, Measurement } from './measurement.ts';
import { readValues, type Values } from './read-values.ts';

export type ChangeCondition = ConditionOf<'change'>;

export async function measureChange(
  asking: Asking,
  condition: ChangeCondition,
  known: Known,
): Promise<Measurement> {
  const { needs, rule, tick } = asking;
  const { settings } = rule;
  const { of, by, compare, periods } = condition;
  const window = windowOf(settings, tick.at);
  const behind = await findBehind(asking, window.from, frontierFor(settings, tick.at));
  const zone = await searchZone(needs.search, rule.organization, undefined);
  const read = (each: TickWindow): Promise<Values> =>
    readValues(asking, { of, by, order: 'most' }, boundsOf(settings, each, seenBy(tick)));
  const present = await read(window);
  const earlier: Period[] = [];
  for (const each of earlierWindows(zone, window, compare, periods)) {
    // A time whose events are missing is no baseline, whatever is left of it.
    const gaps = await gapsBetween(needs, rule.organization, each.from, each.to);
    if (lacksEvents(gaps, each)) continue;
    const values = await read(each);
    const isFilled = !isEmpty(values);
    earlier.push({ window: each, values, isFilled: isFilled || (await hasEvents(asking, each)) });
  }
  return compareValues(asking, condition, {
    window,
    present,
    earlier,
    known: known.groups,
    behind,
  });
}

interface Read {
  readonly window: TickWindow;
  readonly present: Values;
  readonly earlier: readonly Period[];
  /** Hashes of the groups that are not normal. */
  readonly known: ReadonlySet<string>;
  readonly behind: readonly GapKind[];
}

export function compareValues(
  asking: Pick<Asking, 'rule' | 'tree'>,
  condition: ChangeCondition,
  { window, present, earlier, known, behind }: Read,
): Measurement {
  const { maxGroups } = asking.rule.settings;
  const compared = keepGroups(groupsOf(asking, present, earlier), known, maxGroups);
  const groups = compared.groups.map((group) =>
    measuredChange(condition, group, window, behind.length > 0),
  );
  const isLearning = compared.groups.every((group) => group.earlier.length < FILLED_MIN);
  const isCut = compared.isCut || present.isCut || earlier.some(({ values }) => values.isCut);
  return { kind: 'measured', groups, isCut, behind, isLearning };
}

const FILLED_MIN = LIMITS.alerts.changePeriodsMin;

export interface Period {
  readonly window: TickWindow;
  readonly values: Values;
  /** There were events then, whether the query found some or not. */
  readonly isFilled: boolean;
}

export function isEmpty({ groups }: Values): boolean {
  return [...groups.values()].every(({ value }) => value === null || value === 0);
}

/** Whether anything happened in the indexes that the query reads. */
async function hasEvents(asking: Asking, window: TickWindow): Promise<boolean> {
  const { needs, actor, tree, tick, rule } = asking;
  const bounds = boundsOf(rule.settings, window, seenBy(tick));
  const ids = await inBudget(asking, (times) =>
    findEventIds(
      needs.search,
      actor,
      { ...bounds, ...times, query: anyEvent(tree), rowsMax: 1 },
      tick.signal,
    ),
  );
  return ids.length > 0;
}

/** Everything in the same indexes. */
export function anyEvent(tree: Query): Query {
  const [first] = tree.stages;
  const at = { start: 0, end: 0 };
  const expression: SearchExpression =
    first?.kind === 'search'
      ? indexesOnly(first.expression)
      : first?.kind === 'tstats'
        ? indexesOnly(first.where)
        : { kind: 'everything', ...at };
  const bounds = {
    earliest: undefined,
    latest: undefined,
    indexEarliest: undefined,
    indexLatest: undefined,
  };
  return { ...tree, stages: [{ kind: 'search', expression, ...bounds, ...at }] };
}

function indexesOnly(expression: SearchExpression): SearchExpression {
  const parts = expression.kind === 'and' ? expression.operands : [expression];
  const operands = parts.filter(
    (each) =>
      (each.kind === 'comparison' || each.kind === 'in') &&
      (each.field.name === 'index' || each.field.name === '_index'),
  );
  const { start, end } = expression;
  if (operands.length === 0) return { kind: 'everything', start, end };
  return { kind: 'and', operands, start, end };
}

interface Compared {
  readonly key: GroupKey;
  readonly hash: string;
  readonly value: number | null;
  readonly earlier: readonly { readonly window: TickWindow; readonly value: number }[];
}

/** Groups of all windows. Where events are counted, a group that a window lacks has none of them. */
function groupsOf(
  { tree }: Pick<Asking, 'tree'>,
  present: Values,
  earlier: readonly Period[],
): Compared[] {
  const missing = isReporting(tree) ? null : 0;
  const keys = new Map([present, ...earlier.map(({ values }) => values)].flatMap(keysOf));
  return [...keys].map(([hash, key]) => ({
    key,
    hash,
    value: present.groups.get(hash)?.value ?? missing,
    earlier: earlier.flatMap(({ window, values, isFilled }) => {
      const value = values.groups.get(hash)?.value ?? missing;
      return isFilled && value !== null ? [{ window, value }] : [];
    }),
  }));
}

function keysOf({ groups }: Values): [string, GroupKey][] {
  return [...groups.values()].map(({ hash, key }) => [hash, key]);
}

function measuredChange(
  condition: ChangeCondition,
  { key, hash, value, earlier }: Compared,
  { from, to }: TickWindow,
  isBehind: boolean,
): MeasuredGroup {
  const reference = earlier.length < FILLED_MIN ? undefined : median(earlier.map((e) => e.value));
  return {
    key,
    hash,
    value,
    holds: changeHolds(condition, value, reference, isBehind),
    eventsFrom: from,
    eventsTo: to,
    details: {
      reference: reference ?? null,
      earlier: earlier.map((each) => ({ ...each.window, value: each.value })),
    },
  };
}

function changeHolds(
  { direction, percent, minDifference }: ChangeCondition,
  value: number | null,
  reference: number | undefined,
  isBehind: boolean,
): MeasuredGroup['holds'] {
  if (value === null || reference === undefined) return 'unknown';
  const difference = value - reference;
  const isFall = difference < 0;
  // Events that are missing can only make it look as if there were fewer.
  if (isBehind && (isFall || direction === 'down')) return 'unknown';
  const fits = direction === 'both' || (direction === 'down') === isFall;
  const amount = Math.abs(difference);
  const isLarge =
    amount > 0 && amount >= minDifference && amount * 100 >= percent * Math.abs(reference);
  return fits && isLarge ? 'true' : 'safe';
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

const DAYS = { day: 1, week: 7 } as const;

/** The windows at which the clock on the wall showed the same, days or weeks before, the latest first. */
export function earlierWindows(
  zone: Zone,
  { from, to }: TickWindow,
  compare: keyof typeof DAYS,
  periods: number,
): TickWindow[] {
  return Array.from({ length: periods }, (_, i) => {
    const days = (i + 1) * DAYS[compare];
    return { from: daysBefore(zone, from, days), to: daysBefore(zone, to, days) };
  });
}

function daysBefore(zone: Zone, at: number, days: number): number {
  return toInstant(zone, toLocal(zone, at) - days * DAY_MS);
}
