/** Counts the events of a tree by ingest time and event time, for alert rules. */
import type { Actor } from '../../../base/actor.ts';
import { identifier, int64, join, type Sql, sql, uint32 } from '../../../engines/store/sql.ts';
import { rowsOf } from '../../../engines/store/store.ts';
import { askStore, refuseTooLarge } from '../ask-store.ts';
import type { CompileContext } from '../compile/context.ts';
import { guardLists, keyGuards } from '../compile/grouped-rows.ts';
import { keyOf } from '../compile/group-by.ts';
import { LATE_MS } from '../compile/read-logs.ts';
import { type Relation, select } from '../compile/relation.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { untilListsAreRead } from '../until-lists-are-read.ts';
import { inSlot } from '../take-slot.ts';
import { compileTree, type TreeSearch } from './compile-tree.ts';

/** Intervals of equal length starting at `first`, which is before all counted events. */
export interface Grid {
  readonly first: number;
  readonly sizeMs: number;
}

export interface ArrivalCounting extends TreeSearch {
  /** Grouping fields; events without one of them are excluded. */
  readonly by: readonly string[];
  /** Counts each stretch of the events' own time, or of when they were stored, for itself. */
  readonly own?: Grid;
  readonly storing?: Grid;
  /** In how many of these stretches something was stored. */
  readonly windows?: Grid;
  /** Late are events that were stored longer than this after their own time, */
  readonly lateMsMin: number;
  /** and not before this. */
  readonly lateStoredFrom?: number;
  /** Which rows come first: those with the most events, or the fewest. */
  readonly order: 'most' | 'least';
  readonly rowsMax: number;
}

export interface ArrivalCount {
  /** The values of `by`, in its order. */
  readonly key: readonly string[];
  /** Numbers of stretches, from 0. */
  readonly own: number;
  readonly storing: number;
  readonly windows: number;
  readonly count: number;
  readonly late: number;
  /** The first and the last own time of those that are late; undefined without any. */
  readonly lateTimes: readonly [number, number] | undefined;
  /** When the first and the last of all of them was stored; undefined without any. */
  readonly storedTimes: readonly [number, number] | undefined;
}

export interface ArrivalCounts {
  readonly rows: readonly ArrivalCount[];
  readonly isCut: boolean;
}

const OWN_MS = sql`toUnixTimestamp64Milli(timestamp)`;
const STORED_MS = sql`toUnixTimestamp64Milli(stored_at)`;

/** The tree must give events, one for one: see `isRowwise`. */
export async function countArrivals(
  needs: SearchNeeds,
  actor: Actor,
  counting: ArrivalCounting,
  signal: AbortSignal,
): Promise<ArrivalCounts> {
  const count = () =>
    untilListsAreRead(needs, async (own) => {
      const { context, relation, asking, limits } = await compileTree(own, actor, counting, signal);
      if (!relation.hasBase) throw new Error('only events can be counted by when they were stored');
      const { statement, names } = writeCounts(context, relation, counting);
      refuseTooLarge(statement);
      const answer = rowsOf(await askStore(asking, statement));
      const rows = answer.slice(0, counting.rowsMax).map((row) => readCount(row, names));
      return { rows, isCut: answer.length > counting.rowsMax || limits.length > 0 };
    });
  return inSlot(needs, actor, count, { waitMsMax: counting.waitMsMax, signal });
}

interface Names {
  readonly keys: readonly string[];
  readonly values: Readonly<Record<ValueName, string>>;
}

const VALUE_NAMES = [
  'own',
  'storing',
  'count',
  'late',
  'lateFrom',
  'lateTo',
  'storedFrom',
  'storedTo',
  'windows',
] as const;
type ValueName = (typeof VALUE_NAMES)[number];

function writeCounts(
  context: CompileContext,
  relation: Relation,
  counting: ArrivalCounting,
): { readonly statement: Sql; readonly names: Names } {
  const { by, own, storing, order, rowsMax } = counting;
  const keys = by.map((name) =>
    keyOf(context, relation, {
      kind: 'key',
      field: { kind: 'field', name, start: 0, end: 0 },
      span: undefined,
      start: 0,
      end: 0,
    }),
  );
  const names: Names = {
    keys: keys.map(() => context.newAlias()),
    values: namesOf(context),
  };
  const keyNames = names.keys.map((name) => identifier(name));
  const values = valuesOf(counting);
  const columns = [
    ...keys.map(({ value }, i) => sql`${value.sql} AS ${nameAt(names.keys, i)}`),
    ...VALUE_NAMES.map((name) => sql`${values[name]} AS ${identifier(names.values[name])}`),
  ];
  const grouped = [
    ...keyNames,
    ...(own === undefined ? [] : [identifier(names.values.own)]),
    ...(storing === undefined ? [] : [identifier(names.values.storing)]),
  ];
  const conditions = keys.flatMap(({ condition }) => (condition === undefined ? [] : [condition]));
  const inner = select(
    { ...relation, conditions: [...relation.conditions, ...conditions] },
    join(columns, ', '),
    {
      isOrdered: false,
      having: guardLists(keyGuards(keys, keyNames)),
      ...(grouped.length === 0 ? {} : { groupBy: join(grouped, ', ') }),
    },
  );
  const columnNames = [...names.keys, ...VALUE_NAMES.map((name) => names.values[name])];
  const count = identifier(names.values.count);
  const first = order === 'most' ? sql`${count} DESC` : sql`${count} ASC`;
  const ordered = [first, ...grouped.map((name) => sql`${name} ASC`)];
  const shown = columnNames.map((name) => identifier(name));
  const statement = sql`SELECT ${join(shown, ', ')} FROM (${inner}) ORDER BY ${join(ordered, ', ')} LIMIT ${uint32(rowsMax + 1)}`;
  return { statement, names };
}

function valuesOf(counting: ArrivalCounting): Readonly<Record<ValueName, Sql>> {
  const { own, storing, windows, lateMsMin, lateStoredFrom } = counting;
  const isLate =
    lateStoredFrom === undefined
      ? sql`${LATE_MS} > ${int64(lateMsMin)}`
      : sql`${LATE_MS} > ${int64(lateMsMin)} AND ${STORED_MS} >= ${int64(lateStoredFrom)}`;
  return {
    own: stretchOf(OWN_MS, own),
    storing: stretchOf(STORED_MS, storing),
    count: sql`count()`,
    late: sql`countIf(${isLate})`,
    lateFrom: sql`min(if(${isLate}, ${OWN_MS}, NULL))`,
    lateTo: sql`max(if(${isLate}, ${OWN_MS}, NULL))`,
    storedFrom: sql`min(${STORED_MS})`,
    storedTo: sql`max(${STORED_MS})`,
    windows: windows === undefined ? sql`0` : sql`uniqExact(${stretchOf(STORED_MS, windows)})`,
  };
}

function stretchOf(ms: Sql, grid: Grid | undefined): Sql {
  if (grid === undefined) return sql`0`;
  return sql`intDiv(${ms} - ${int64(grid.first)}, ${int64(grid.sizeMs)})`;
}

function namesOf(context: CompileContext): Record<ValueName, string> {
  const names = VALUE_NAMES.map((name) => [name, context.newAlias()] as const);
  return Object.fromEntries(names) as Record<ValueName, string>;
}

function nameAt(names: readonly string[], i: number): Sql {
  return identifier(names[i] ?? '');
}

function readCount(row: Readonly<Record<string, unknown>>, { keys, values }: Names): ArrivalCount {
  const number = (name: ValueName): number => Number(row[values[name]] ?? 0);
  const count = number('count');
  const late = number('late');
  return {
    key: keys.map((name) => textOf(row[name])),
    own: number('own'),
    storing: number('storing'),
    windows: number('windows'),
    count,
    late,
    lateTimes: late === 0 ? undefined : [number('lateFrom'), number('lateTo')],
    storedTimes: count === 0 ? undefined : [number('storedFrom'), number('storedTo')],
  };
}

/** Keys are texts, numbers or times; nothing else is grouped by. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
