/** Counts that take a look at rows, in threads: all of them, by the values of a column, or within a minute. */
import type { Call, Expression, Select } from '../../duckdb/dialect/tree.ts';
import { FEW_VALUES, TEXTS } from '../part-rows.ts';
import { askThread, groupsFor, type ReadNeeds } from './ask-threads.ts';
import { createTextCounter, type TextCounts } from './count-texts.ts';
import { type CountedTable, isCount, type RowsOfMinute } from './count-logs.ts';
import { evaluate, type Scope } from './evaluate.ts';
import { readConditions } from './read-conditions.ts';
import { placeOf, type ReadAnswer } from './read-jobs.ts';
import { rowConditions } from './row-condition.ts';
import { aliasesOf, type Item, itemsOf, withAliases } from './run-query.ts';
import { isTrue, NotDirect, type Value } from './value.ts';

/** Counts that take a look at the rows: all of them, or by the values of one column. */
export async function countRows(
  needs: ReadNeeds,
  select: Select,
  outer: Select | undefined,
): Promise<CountedTable> {
  const { parameter, parts, threads } = needs;
  if (select.orderBy.length > 0 || isCut(select)) throw new NotDirect('an order of rows');
  const read = readConditions(parameter, select.conditions);
  const items = itemsOf(select);
  const key = keyOfGroups(select, items);
  const { groups, rows } = groupsFor(parts.all(), read);
  const job = {
    kind: 'count',
    folder: parts.folder,
    conditions: rowConditions(read.conditions, parameter),
    range: { from: read.from, to: read.to },
    limit: 0,
    columns: key === undefined ? [] : [key],
  } as const;
  const shares = threads.map((_, i) => groups.filter((__, place) => place % threads.length === i));
  const answers = await Promise.all(
    shares.map(async (share, i) => {
      const thread = threads[i];
      if (thread === undefined || share.length === 0) return NO_COUNTS;
      return askThread({ ...needs, threads: [thread] }, { ...job, groups: share });
    }),
  );
  const counts = joinCounts(answers);
  const shown = shownValues(needs, items, key, counts, outer);
  return countedTable(needs, select, key, { shown, total: counts.total }, rows);
}

const NO_COUNTS: ReadAnswer = { kind: 'counts', ...createTextCounter().all() };

/** The one column that rows are grouped by; undefined for none. */
function keyOfGroups({ groupBy }: Select, items: readonly Item[]): string | undefined {
  const [by, ...more] = groupBy;
  if (by === undefined) return undefined;
  const item = items.find(({ name }) => by.kind === 'name' && name === by.name);
  const column = item?.expression.kind === 'name' ? item.expression.name : undefined;
  const isText = column !== undefined && COUNTED.has(column);
  if (more.length > 0 || !isText) throw new NotDirect('such groups');
  return column;
}

const COUNTED: ReadonlySet<string> = new Set(
  [...FEW_VALUES, ...TEXTS].filter((name) => name !== 'body'),
);

/** What the threads have counted, each its share. */
function joinCounts(answers: readonly ReadAnswer[]): ValueCounts {
  const counter = createTextCounter();
  const all = answers.map((answer) => {
    if (answer.kind !== 'counts') throw new NotDirect('these counts');
    return answer;
  });
  const [only] = all;
  if (all.length === 1 && only !== undefined) return valueCounts(only);
  for (const { bytes, lengths, counts } of all) {
    let start = 0;
    for (const [i, length] of lengths.entries()) {
      counter.add(bytes, start, length, counts[i] ?? 0);
      start += length;
    }
  }
  return valueCounts(counter.all());
}

interface ValueCounts {
  readonly size: number;
  readonly total: number;
  readonly counts: Uint32Array;
  /** Whether the text of one begins with a byte. */
  readonly someBeginWith: (byte: number) => boolean;
  /** Values with so many rows at least. */
  readonly atLeast: (count: number) => Counted;
}

function valueCounts({ bytes, lengths, counts }: TextCounts): ValueCounts {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = new Uint32Array(lengths.length);
  let end = 0;
  for (const [i, length] of lengths.entries()) {
    starts[i] = end;
    end += length;
  }
  return {
    size: counts.length,
    total: counts.reduce((sum, count) => sum + count, 0),
    counts,
    someBeginWith: (byte) => starts.some((start, i) => lengths[i] !== 0 && text[start] === byte),
    atLeast: (count) =>
      Array.from(counts.entries())
        .filter(([, own]) => own >= count)
        .map(([i, own]) => {
          const start = starts[i] ?? 0;
          return [text.toString('utf8', start, start + (lengths[i] ?? 0)), own];
        }),
  };
}

type Counted = readonly (readonly [value: string, count: number])[];

/** More rows than this are the engine's: ours are made on the thread that answers requests. */
const SHOWN_MAX = 2_000;
const LIST_START = 0x5b;

/** All values; or those that a list of the most frequent ones shows. */
function shownValues(
  { parameter }: ReadNeeds,
  items: readonly Item[],
  key: string | undefined,
  counts: ValueCounts,
  outer: Select | undefined,
): Counted {
  if (key === undefined && counts.size === 0) return [['', 0]];
  if (counts.size <= SHOWN_MAX) return counts.atLeast(0);
  const limit = outer === undefined ? undefined : limitOfTop(outer, items, parameter);
  if (limit === undefined || limit > SHOWN_MAX) throw new NotDirect('so many values');
  // Of lists each element counts, which only the engine tells apart.
  if (counts.someBeginWith(LIST_START)) throw new NotDirect('lists');
  // So many values have this count at least, or more.
  const least = counts.counts.toSorted().at(-limit) ?? 0;
  const most = counts.atLeast(least);
  if (most.length > SHOWN_MAX) throw new NotDirect('so many values');
  return most;
}

/** `ORDER BY <count> DESC, … LIMIT n` and nothing else. */
function limitOfTop(
  { orderBy: [first], limit, conditions, groupBy }: Select,
  items: readonly Item[],
  parameter: Scope['parameter'],
): number | undefined {
  const isByCount =
    first?.isDescending === true &&
    first.key.kind === 'name' &&
    items.some(({ name, expression }) => nameOf(first.key) === name && isCount(expression));
  if (!isByCount || conditions.length > 0 || groupBy.length > 0) return undefined;
  const value = limit?.kind === 'parameter' ? parameter(limit).value : undefined;
  return typeof value === 'number' ? value : undefined;
}

/** A limit beyond all numbers of rows only keeps conditions where they stand. */
function isCut({ limit }: Select): boolean {
  if (limit === undefined) return false;
  return limit.kind !== 'number' || Number(limit.text) <= Number.MAX_SAFE_INTEGER;
}

function nameOf(expression: Expression): string | undefined {
  return expression.kind === 'name' ? expression.name : undefined;
}

function countedTable(
  { parameter }: ReadNeeds,
  select: Select,
  key: string | undefined,
  { shown, total }: { readonly shown: Counted; readonly total: number },
  rowsCounted: number,
): CountedTable {
  const items = itemsOf(select);
  const aliases = aliasesOf(items);
  const rows: Value[][] = [];
  for (const [value, count] of shown) {
    const scope = withAliases(aliases, {
      parameter,
      valueOf(name) {
        if (name !== key) throw new NotDirect(`the name ${name}`);
        return value;
      },
      call: (call) => countIn(call, count, total),
    });
    if (select.having !== undefined && !isTrue(evaluate(select.having, scope))) continue;
    rows.push(items.map(({ expression }) => evaluate(expression, scope)));
  }
  return { names: items.map(({ name }) => name), rows, rowsCounted };
}

/** `count()` of a group, and `sum(count()) OVER ()` of all. */
function countIn(call: Call, count: number, total: number): Value | undefined {
  if (isPlainCount(call)) return count;
  const [inner] = call.arguments;
  const { over } = call;
  const isTotal =
    call.name === 'sum' &&
    over !== undefined &&
    over.partitionBy.length === 0 &&
    over.orderBy.length === 0 &&
    inner?.kind === 'call' &&
    isPlainCount(inner);
  return isTotal ? total : undefined;
}

function isPlainCount({ name, arguments: given, over }: Call): boolean {
  return name === 'count' && given.length === 0 && over === undefined;
}

/** Of a minute that a range covers in part: rows by level, source and service, in the order in which they are counted. */
export async function countMinute(
  needs: Omit<ReadNeeds, 'parameter'>,
  { part, group, from, to }: RowsOfMinute,
): Promise<Uint32Array> {
  const answer = await askThread(needs, {
    kind: 'count',
    folder: needs.parts.folder,
    groups: [placeOf(part, group)],
    conditions: { all: [], keys: [] },
    range: { from, to },
    limit: 0,
    columns: ['level', 'source', 'service'],
  });
  const counts = new Map(joinCounts([answer]).atLeast(0));
  return Uint32Array.from(
    group.counts.combinations,
    (combination) => counts.get(JSON.stringify(combination)) ?? 0,
  );
}
