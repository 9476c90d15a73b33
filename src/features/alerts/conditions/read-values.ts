/** The value of each group of a rule in one window. */
import { countArrivals, isRowwise } from '../../../flow/search/index.ts';
import type { Query, StatsStage } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { type Asking, askRows, inBudget, type WindowBounds } from './asking.ts';
import { isReporting } from './evidence.ts';
import { groupHash, makeKey } from './groups.ts';
import type { GroupKey } from './measurement.ts';

export interface ValuedGroup {
  readonly key: GroupKey;
  readonly hash: string;
  readonly value: number | null;
}

export interface Values {
  /** By hash, those that matter most first. */
  readonly groups: ReadonlyMap<string, ValuedGroup>;
  readonly isCut: boolean;
}

export interface ValuesWanted {
  readonly of: string;
  readonly by: readonly string[];
  /** Which of many groups matter, and which of several values of one group counts. */
  readonly order: 'most' | 'least';
}

/** More groups are requested than a rule distinguishes, so that those it knows are among them. */
export const GROUP_ROWS_MAX = LIMITS.alerts.groupsMax;

export async function readValues(
  asking: Asking,
  wanted: ValuesWanted,
  bounds: WindowBounds,
): Promise<Values> {
  const { tree } = asking;
  if (isReporting(tree)) return readColumn(asking, tree, wanted, bounds);
  if (isRowwise(tree)) return readCounts(asking, wanted, bounds);
  return readColumn(asking, countedBy(tree, wanted.by), { ...wanted, of: 'count' }, bounds);
}

async function readCounts(
  asking: Asking,
  { by, order }: ValuesWanted,
  bounds: WindowBounds,
): Promise<Values> {
  const { needs, actor, tree, tick } = asking;
  const lateMsMin = LIMITS.alerts.onTimeSecondsMax * SECOND_MS;
  const { rows, isCut } = await inBudget(asking, (times) =>
    countArrivals(
      needs.search,
      actor,
      { ...bounds, ...times, query: tree, by, lateMsMin, order, rowsMax: GROUP_ROWS_MAX },
      tick.signal,
    ),
  );
  const groups = rows.map(({ key, count }) => ({ key: makeKey(by, key), value: count }));
  return { groups: byHash(groups, (a, b) => a + b), isCut };
}

async function readColumn(
  asking: Asking,
  query: Query,
  wanted: ValuesWanted,
  bounds: WindowBounds,
): Promise<Values> {
  return valuesOfRows(await askRows(asking, query, bounds, GROUP_ROWS_MAX), wanted);
}

export type AnsweredRows = Omit<Awaited<ReturnType<typeof askRows>>, 'warnings'>;

/** Each row of the answer is a group: its text names it, one of its numbers is its value. */
export function valuesOfRows(
  { columns, rows, isCut }: AnsweredRows,
  { of, by, order }: ValuesWanted,
): Values {
  const texts = columns.filter(
    ({ name, type }) => name !== of && (type === 'text' || type === 'any'),
  );
  const names = by.length > 0 ? by : texts.map(({ name }) => name);
  const groups = rows.map((row) => ({
    key: makeKey(
      names,
      names.map((name) => row[name]),
    ),
    value: numberOf(row[of]),
  }));
  const choose = order === 'most' ? Math.max : Math.min;
  return { groups: byHash(groups, (a, b) => choose(a, b)), isCut };
}

function byHash(
  groups: readonly Omit<ValuedGroup, 'hash'>[],
  join: (a: number, b: number) => number,
): Map<string, ValuedGroup> {
  const found = new Map<string, ValuedGroup>();
  for (const { key, value } of groups) {
    const hash = groupHash(key);
    const before = found.get(hash)?.value ?? null;
    const joined = before === null || value === null ? (value ?? before) : join(before, value);
    found.set(hash, { key, hash, value: joined });
  }
  return found;
}

function numberOf(value: unknown): number | null {
  if (value === null || value === undefined || value === '' || Array.isArray(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** The same query with its rows counted. */
export function countedBy(query: Query, by: readonly string[]): Query {
  const at = { start: query.end, end: query.end };
  const stage: StatsStage = {
    kind: 'stats',
    aggregations: [
      {
        kind: 'aggregation',
        function: 'count',
        spelling: 'count',
        percentile: undefined,
        argument: undefined,
        as: undefined,
        ...at,
      },
    ],
    by: by.map((name) => ({
      kind: 'key',
      field: { kind: 'field', name, ...at },
      span: undefined,
      ...at,
    })),
    ...at,
  };
  return { ...query, stages: [...query.stages, stage] };
}
