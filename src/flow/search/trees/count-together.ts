/** Counts the events of several trees with one read of the same stretch: what many alert rules of one tick ask for. */
import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import { identifier, instant, int64, join, type Sql, sql } from '../../../engines/store/sql.ts';
import { rowsOf } from '../../../engines/store/store.ts';
import { everyQuery, type Query } from '../../../language/index.ts';
import { askStore, refuseTooLarge } from '../ask-store.ts';
import { LATE_MS, type ReadScope, scopeConditions } from '../compile/read-logs.ts';
import { isCut, type Relation } from '../compile/relation.ts';
import { allOf } from '../compile/value.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { inSlot } from '../take-slot.ts';
import { type CompiledTree, compileTree, type TreeSearch } from './compile-tree.ts';
import type { ArrivalCount } from './count-arrivals.ts';

export interface TogetherCounting extends Omit<TreeSearch, 'query'> {
  readonly parts: readonly CountedPart[];
  /** Late are events that were stored longer than this after their own time. */
  readonly lateMsMin: number;
}

export interface CountedPart {
  /** It must give events, one for one: see `isRowwise`. */
  readonly query: Query;
  /** Events that we accepted before are left out. */
  readonly receivedFrom?: number;
}

export type PartCount = Pick<ArrivalCount, 'count' | 'late' | 'lateTimes'>;

/**
 * What `countArrivals` tells of each part, in order, from one statement. Undefined for a part that cannot be counted
 * with the others: it reads other indexes than the first one that can, works on more than the events as they are
 * stored, or has left something out. Whoever asks counts those by themselves.
 */
export async function countTogether(
  needs: SearchNeeds,
  actor: Actor,
  counting: TogetherCounting,
  signal: AbortSignal,
): Promise<readonly (PartCount | undefined)[]> {
  const { parts, lateMsMin, ...search } = counting;
  return inSlot(needs, actor, async () => {
    const trees: (CompiledTree | undefined)[] = [];
    for (const { query } of parts) {
      trees.push(await compilePlain(needs, actor, { ...search, query }, signal));
    }
    const first = trees.find((tree) => tree !== undefined);
    if (first === undefined) return parts.map(() => undefined);
    const { scope } = first.context;
    const conditions = trees.map((tree, i) =>
      tree !== undefined && isSameRead(tree.context.scope, scope)
        ? conditionOf(tree.relation, parts[i]?.receivedFrom)
        : undefined,
    );
    const statement = writeCounts(scope, conditions, lateMsMin);
    refuseTooLarge(statement);
    const [row = {}] = rowsOf(await askStore(first.asking, statement));
    return conditions.map((condition, i) =>
      condition === undefined ? undefined : readCount(row, i),
    );
  });
}

/** Undefined unless it is nothing but conditions on the events as they are stored. */
async function compilePlain(
  needs: SearchNeeds,
  actor: Actor,
  search: TreeSearch,
  signal: AbortSignal,
): Promise<CompiledTree | undefined> {
  // A search inside of it would be a statement of its own.
  if ([...everyQuery(search.query)].length > 1) return undefined;
  try {
    const tree = await compileTree(needs, actor, search, signal);
    const { relation, limits } = tree;
    const isPlain = relation.from.kind === 'logs' && !isCut(relation) && limits.length === 0;
    return isPlain ? tree : undefined;
  } catch (error) {
    // Whoever asks for it alone is told what is wrong with it.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function isSameRead(one: ReadScope, other: ReadScope): boolean {
  return one.indexes.join('\0') === other.indexes.join('\0');
}

function conditionOf({ conditions }: Relation, receivedFrom: number | undefined): Sql {
  const received = receivedFrom === undefined ? [] : [sql`received_at >= ${instant(receivedFrom)}`];
  return allOf([...conditions, ...received]);
}

const OWN_MS = sql`toUnixTimestamp64Milli(timestamp)`;
const LATE = identifier('late');
const OWN = identifier('own');

const VALUE_NAMES = ['count', 'late', 'from', 'to'] as const;
type ValueName = (typeof VALUE_NAMES)[number];

/**
 * Most events belong to no part. They are left out first, each part's conditions are then looked at once more for the
 * few that stay.
 */
function writeCounts(
  scope: ReadScope,
  conditions: readonly (Sql | undefined)[],
  lateMsMin: number,
): Sql {
  const isLate = sql`${LATE_MS} > ${int64(lateMsMin)}`;
  const counted = [...conditions.entries()].flatMap(([i, condition]) =>
    condition === undefined ? [] : [{ name: identifier(`part${i}`), condition, i }],
  );
  const columns = [
    sql`${isLate} AS ${LATE}`,
    sql`${OWN_MS} AS ${OWN}`,
    ...counted.map(({ name, condition }) => sql`(${condition}) AS ${name}`),
  ];
  const any = join(
    counted.map(({ condition }) => sql`(${condition})`),
    ' OR ',
  );
  const values = counted.flatMap(({ name, i }) => {
    const both = sql`${name} AND ${LATE}`;
    const sums: Readonly<Record<ValueName, Sql>> = {
      count: sql`countIf(${name})`,
      late: sql`countIf(${both})`,
      from: sql`min(if(${both}, ${OWN}, NULL))`,
      to: sql`max(if(${both}, ${OWN}, NULL))`,
    };
    return VALUE_NAMES.map((value) => sql`${sums[value]} AS ${identifier(nameOf(value, i))}`);
  });
  const inner = sql`SELECT ${join(columns, ', ')} FROM logs WHERE ${scopeConditions(scope)} AND (${any})`;
  return sql`SELECT ${join(values, ', ')} FROM (${inner})`;
}

function nameOf(value: ValueName, i: number): string {
  return `${value}${i}`;
}

function readCount(row: Readonly<Record<string, unknown>>, i: number): PartCount {
  const number = (name: ValueName): number => Number(row[nameOf(name, i)] ?? 0);
  const late = number('late');
  const lateTimes = late === 0 ? undefined : ([number('from'), number('to')] as const);
  return { count: number('count'), late, lateTimes };
}
