/** Counts that take a look at rows, in threads: all of them, by the values of a column, or within a minute. */
import type { Call, Expression, Select } from '../../duckdb/dialect/tree.ts';
import { MB } from '../../../../spec/units.ts';
import { FEW_VALUES, TEXTS } from '../part-rows.ts';
import { askThread, groupsFor, holdParts, type ReadNeeds, type Threads } from './ask-threads.ts';
import {
  joinCounts,
  type Shown,
  shownCounts,
  type ShownCounts,
  type TextCounts,
} from './count-texts.ts';
import { type CountedTable, isCount, type RowsOfMinute } from './count-logs.ts';
import { evaluate, type Scope } from './evaluate.ts';
import { placeOf } from './group-place.ts';
import { readConditions } from './read-conditions.ts';
import type { RowsJob } from './read-jobs.ts';
import { rowConditions } from './row-condition.ts';
import { aliasesOf, type Item, itemsOf, withAliases } from './run-query.ts';
import { isTrue, NotDirect, type Value } from './value.ts';

/** Counts that take a look at the rows: all of them, or by the values of one column. */
export async function countRows(
  needs: ReadNeeds,
  select: Select,
  outer: Select | undefined,
): Promise<CountedTable> {
  const { parameter, parts } = needs;
  if (select.orderBy.length > 0 || isCut(select)) throw new NotDirect('an order of rows');
  const read = readConditions(parameter, select.conditions);
  const items = itemsOf(select);
  const key = keyOfGroups(select, items);
  const { groups, rows } = groupsFor(parts.all(), read);
  const job: RowsJob = {
    kind: 'count',
    folder: parts.folder,
    groups,
    conditions: rowConditions(read.conditions, parameter),
    range: { from: read.from, to: read.to },
    limit: 0,
    columns: key === undefined ? [] : [key],
  };
  // Dry run: if this result can't be computed here, nothing need be read.
  countedTable(needs, select, key, SOME_COUNTS, rows);
  const top = outer === undefined ? undefined : limitOfTop(outer, items, parameter);
  const shown = await countInShares(needs, job, { max: SHOWN_MAX, top }, read.organization);
  const isEmpty = key === undefined && shown.counts.length === 0;
  const counted = isEmpty ? [['', 0] as const] : countedTexts(shown);
  return countedTable(needs, select, key, { shown: counted, total: shown.total }, rows);
}

const SOME_COUNTS = { shown: [['1', 1]], total: 1 } as const;

/** Bodies take so long to unpack that a share of them is smaller: others wait for a thread until it has ended. */
const BODY_ROWS = 262_144;
const SHARE_ROWS = 1_048_576;
/** Memory for the counts of all shares, kept here until they are merged. */
const COUNT_BYTES_MAX = 64 * MB;

/** Each thread has one share after the other, so that those of several organizations take turns. */
async function countInShares(
  needs: ReadNeeds,
  job: RowsJob,
  shown: Shown,
  owner: string,
): Promise<ShownCounts> {
  const shares = sharesOf(job, needs.threads.length);
  const counted: TextCounts[] = [];
  let bytes = 0;
  const countNext = async (thread: Threads[number]): Promise<void> => {
    for (let share = shares.shift(); share !== undefined; share = shares.shift()) {
      const answer = await askThread({ ...needs, threads: [thread] }, share, owner, 'usual');
      if (answer.kind === 'counts') counted.push(answer);
      bytes += answer.kind === 'counts' ? answer.bytes.length : 0;
      if (answer.kind !== 'counts' || bytes > COUNT_BYTES_MAX) {
        shares.length = 0;
        throw new NotDirect('these counts');
      }
    }
  };
  const release = holdParts(needs.parts, job.groups);
  try {
    await Promise.all(needs.threads.map(countNext));
  } finally {
    release();
  }
  const size = counted.reduce((sum, { counts }) => sum + counts.length, 0);
  const few = size <= FEW_COUNTS ? shownCounts(joinCounts(counted), shown) : undefined;
  if (few !== undefined) return few;
  const answer = await askThread(needs, { kind: 'join', counts: counted, shown }, owner);
  if (answer.kind !== 'shown') throw new NotDirect('so many values');
  return answer;
}

/** To hand over fewer counts takes longer than to join them here. */
const FEW_COUNTS = 1_000;

/** Groups of all sizes in each of them. */
function sharesOf(job: RowsJob, threads: number): RowsJob[] {
  const rows = job.groups.reduce((sum, group) => sum + group.rows, 0);
  const isOfBodies = job.conditions.all.some(({ kind }) => kind !== 'equals');
  const wanted = Math.max(threads, Math.ceil(rows / (isOfBodies ? BODY_ROWS : SHARE_ROWS)));
  const count = Math.min(wanted, job.groups.length);
  return Array.from({ length: count }, (_, i) => ({
    ...job,
    groups: job.groups.filter((__, place) => place % count === i),
  }));
}

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

type Counted = readonly (readonly [value: string, count: number])[];

function countedTexts({ bytes, lengths, counts }: TextCounts): Counted {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = 0;
  return Array.from(lengths, (length, i) => {
    end += length;
    return [text.toString('utf8', end - length, end), counts[i] ?? 0];
  });
}

/** More rows than this are the engine's: ours are made on the thread that answers requests. */
const SHOWN_MAX = 2_000;

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

/** A limit above any number of rows only keeps conditions in their place. */
function isCut({ limit }: Select): boolean {
  if (limit === undefined) return false;
  return limit.kind !== 'number' || Number(limit.text) <= Number.MAX_SAFE_INTEGER;
}

function nameOf(expression: Expression): string | undefined {
  return expression.kind === 'name' ? expression.name : undefined;
}

function countedTable(
  { parameter, spend }: ReadNeeds,
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
      spend,
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
  needs: Pick<ReadNeeds, 'parts' | 'threads' | 'signal'>,
  { part, group, from, to }: RowsOfMinute,
): Promise<Uint32Array> {
  const answer = await askThread(
    needs,
    {
      kind: 'count',
      folder: needs.parts.folder,
      groups: [placeOf(part, group)],
      conditions: { all: [], keys: [] },
      range: { from, to },
      limit: 0,
      columns: ['level', 'source', 'service'],
    },
    group.organization,
  );
  if (answer.kind !== 'counts') throw new NotDirect('these counts');
  const counts = new Map(countedTexts(answer));
  return Uint32Array.from(
    group.counts.combinations,
    (combination) => counts.get(JSON.stringify(combination)) ?? 0,
  );
}
