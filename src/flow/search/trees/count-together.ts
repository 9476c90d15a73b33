/** Counts the events of several trees with few scans of the same range, for many alert rules of one check. */
import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import {
  bind,
  identifier,
  instant,
  int64,
  join,
  type Sql,
  sql,
} from '../../../engines/store/sql.ts';
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
  /** As many parts have one statement. */
  readonly partsMax: number;
}

export interface CountedPart {
  /** It must give events, one for one: see `isRowwise`. */
  readonly query: Query;
  /** Excludes events accepted earlier. */
  readonly receivedFrom?: number;
}

export type PartCount = Pick<ArrivalCount, 'count' | 'late' | 'lateTimes'>;

export interface TogetherCounts {
  /** In the order of the parts. */
  readonly counts: readonly (PartCount | undefined)[];
  /** How many statements it took. */
  readonly statements: number;
}

/**
 * The results of `countArrivals` for each part from few statements. Undefined for a part that can't share them: it
 * reads other indexes than the first suitable part, transforms events, or has hit a limit. The caller counts those
 * separately.
 */
export async function countTogether(
  needs: SearchNeeds,
  actor: Actor,
  counting: TogetherCounting,
  signal: AbortSignal,
): Promise<TogetherCounts> {
  const { parts, lateMsMin, partsMax, ...search } = counting;
  const run = async (): Promise<TogetherCounts> => {
    const trees: (CompiledTree | undefined)[] = [];
    for (const { query } of parts) {
      trees.push(await compilePlain(needs, actor, { ...search, query }, signal));
    }
    const first = trees.find((tree) => tree !== undefined);
    if (first === undefined) return { counts: parts.map(() => undefined), statements: 0 };
    const { scope } = first.context;
    const counted = new Map<string, Condition>();
    const names = trees.map((tree, i) =>
      tree !== undefined && isSameRead(tree.context.scope, scope)
        ? noteCondition(counted, conditionOf(tree.relation, parts[i]?.receivedFrom))
        : undefined,
    );
    const counts = new Map<string, PartCount>();
    let statements = 0;
    const ask = async (statement: Sql): Promise<AnswerRow> => {
      refuseTooLarge(statement);
      statements += 1;
      return rowsOf(await askStore(first.asking, statement))[0] ?? {};
    };
    for (const list of inLists([...counted.values()], partsMax)) {
      for (const [name, count] of await countList(ask, { scope, lateMsMin }, list)) {
        counts.set(name, count);
      }
    }
    return { counts: names.map((name) => counts.get(name ?? '')), statements };
  };
  return inSlot(needs, actor, run, { waitMsMax: search.waitMsMax, signal });
}

type AnswerRow = Readonly<Record<string, unknown>>;

interface Condition {
  readonly name: string;
  readonly i: number;
  readonly condition: Sql;
  /** The store has an index for its words and skips the rest. */
  readonly isSought: boolean;
}

/** Several parts may have the same one, as rules that differ in their thresholds do: it is counted once. */
function noteCondition(known: Map<string, Condition>, condition: Sql): string {
  const { text, parameters } = bind(condition);
  const name = JSON.stringify([text, ...parameters]);
  const isSought = text.includes('indexHint(');
  if (!known.has(name)) known.set(name, { name, i: known.size, condition, isSought });
  return name;
}

/** One that has to read everything would keep those that are sought from passing over anything. */
function inLists(conditions: readonly Condition[], partsMax: number): (readonly Condition[])[] {
  return [...Map.groupBy(conditions, (each) => each.isSought).values()].flatMap((list) =>
    Array.from({ length: Math.ceil(list.length / partsMax) }, (_, i) =>
      list.slice(i * partsMax, (i + 1) * partsMax),
    ),
  );
}

interface Read {
  readonly scope: ReadScope;
  readonly lateMsMin: number;
}

/** Late events are rare; a second statement finds their parts only if there are any. */
async function countList(
  ask: (statement: Sql) => Promise<AnswerRow>,
  read: Read,
  list: readonly Condition[],
): Promise<ReadonlyMap<string, PartCount>> {
  const row = await ask(writeCounts(read, list));
  const late = Number(row[LATE_NAME] ?? 0) === 0 ? {} : await ask(writeLate(read, list));
  return new Map(list.map(({ name, i }) => [name, readCount(row, late, i)]));
}

/** Undefined unless it is nothing but conditions on the events as they are stored. */
async function compilePlain(
  needs: SearchNeeds,
  actor: Actor,
  search: TreeSearch,
  signal: AbortSignal,
): Promise<CompiledTree | undefined> {
  // A subsearch would need a separate statement.
  if ([...everyQuery(search.query)].length > 1) return undefined;
  try {
    const tree = await compileTree(needs, actor, search, signal);
    const { relation, limits } = tree;
    const isPlain = relation.from.kind === 'logs' && !isCut(relation) && limits.length === 0;
    return isPlain ? tree : undefined;
  } catch (error) {
    // The separate count reports the error.
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
const OWN = identifier('own');
const LATE_NAME = 'late';

function isLate({ lateMsMin }: Read): Sql {
  return sql`${LATE_MS} > ${int64(lateMsMin)}`;
}

/** The conditions are evaluated in the given order for every event. */
function writeCounts(read: Read, list: readonly Condition[]): Sql {
  const counts = list.map(
    ({ i, condition }) => sql`countIf(${condition}) AS ${identifier(nameOf('count', i))}`,
  );
  const late = sql`countIf(${isLate(read)}) AS ${identifier(LATE_NAME)}`;
  return sql`SELECT ${join([...counts, late], ', ')} FROM logs WHERE ${scopeConditions(read.scope)}${soughtIn(list)}`;
}

function soughtIn(list: readonly Condition[]): Sql {
  return list.every((each) => each.isSought) ? sql` AND (${anyOf(list)})` : sql``;
}

function anyOf(list: readonly Condition[]): Sql {
  return join(
    list.map(({ condition }) => sql`(${condition})`),
    ' OR ',
  );
}

type LateName = 'late' | 'from' | 'to';

function writeLate(read: Read, list: readonly Condition[]): Sql {
  const named = list.map(({ i, condition }) => ({ i, condition, name: identifier(`part${i}`) }));
  const columns = named.map(({ name, condition }) => sql`(${condition}) AS ${name}`);
  const values = named.flatMap(({ name, i }) => {
    const sums: Readonly<Record<LateName, Sql>> = {
      late: sql`countIf(${name})`,
      from: sql`min(if(${name}, ${OWN}, NULL))`,
      to: sql`max(if(${name}, ${OWN}, NULL))`,
    };
    return (['late', 'from', 'to'] as const).map(
      (value) => sql`${sums[value]} AS ${identifier(nameOf(value, i))}`,
    );
  });
  const inner = sql`SELECT ${OWN_MS} AS ${OWN}, ${join(columns, ', ')} FROM logs WHERE ${scopeConditions(read.scope)} AND ${isLate(read)}${soughtIn(list)}`;
  return sql`SELECT ${join(values, ', ')} FROM (${inner})`;
}

function nameOf(value: 'count' | LateName, i: number): string {
  return `${value}${i}`;
}

function readCount(counted: AnswerRow, found: AnswerRow, i: number): PartCount {
  const at = (row: AnswerRow, name: 'count' | LateName): number =>
    Number(row[nameOf(name, i)] ?? 0);
  const late = at(found, 'late');
  const lateTimes = late === 0 ? undefined : ([at(found, 'from'), at(found, 'to')] as const);
  return { count: at(counted, 'count'), late, lateTimes };
}
