import { int64, join, sql, type Sql, uint32 } from '../../../../engines/store/sql.ts';
import { rowsOf } from '../../../../engines/store/store.ts';
import { autoSpan, lengthOf, type TimechartStage } from '../../../../language/index.ts';
import { anchorOf, bucketKey, timeBuckets } from '../buckets.ts';
import { type CompileContext, refuse } from '../context.ts';
import { keyOf, prepareRows } from '../group-by.ts';
import { pivotRows } from '../pivot.ts';
import { fieldValue, type Relation, rowTime, select } from '../relation.ts';
import { existsSql, numberOf, type Value } from '../value.ts';

export async function compileTimechart(
  outer: CompileContext,
  relation: Relation,
  stage: TimechartStage,
): Promise<Relation> {
  const { options } = stage;
  const rows = prepareRows(outer, relation, stage.aggregations);
  const time = rowTime(rows);
  if (time === undefined) throw refuse(stage, 'timechart needs rows with _time.');
  const isRead = time === fieldValue(rows, '_time');
  const context = isRead ? outer : await widened(outer, rows, time);
  const span = options.span ?? autoSpan(context.scope, options.bins, options.minspan);
  const anchor = anchorOf(context, options.aligntime, span, stage);
  const all = timeBuckets(context, span, stage, anchor);
  const starts = options.partial ? all : wholeBuckets(context, all);
  const own =
    options.fixedrange || !options.cont ? starts : await ownBuckets(context, rows, time, starts);
  const kept = own.filter((start) => start >= 0);
  return pivotRows(context, rows, {
    rowKey: {
      name: '_time',
      ...bucketKey(context, time, span, stage, anchor),
      condition: isRead ? undefined : existsSql(time),
    },
    split: stage.split === undefined ? undefined : keyOf(context, rows, stage.split),
    aggregations: stage.aggregations,
    series: stage.series,
    options,
    aggregate: { bucketSeconds: lengthOf(span) / 1000 },
    rows: options.cont
      ? sql`arrayMap(t -> fromUnixTimestamp64Milli(t, 'UTC'), ${startsOf(kept)})`
      : undefined,
  });
}

/** Milliseconds of the first and the last row. */
async function ownRange(
  context: CompileContext,
  rows: Relation,
  time: Value,
): Promise<{ readonly first: number; readonly last: number } | undefined> {
  const at = numberOf(time);
  const bounds = sql`minOrNull(${at}) AS first, maxOrNull(${at}) AS last`;
  const [row] = rowsOf(await context.ask(select(rows, bounds, { isOrdered: false })));
  if (row === undefined || row['first'] === null) return undefined;
  return { first: Number(row['first']) * 1000, last: Number(row['last']) * 1000 };
}

/** From the first event to the last, instead of the whole range. */
async function ownBuckets(
  context: CompileContext,
  rows: Relation,
  time: Value,
  starts: readonly number[],
): Promise<readonly number[]> {
  const own = await ownRange(context, rows, time);
  if (own === undefined) return [];
  return starts.filter((start, i) => start <= own.last && (starts[i + 1] ?? Infinity) > own.first);
}

/** A computed time can be outside the range that was read; the chart is extended to include it. */
async function widened(
  context: CompileContext,
  rows: Relation,
  time: Value,
): Promise<CompileContext> {
  const own = await ownRange(context, rows, time);
  if (own === undefined) return context;
  const { scope } = context;
  const from = Math.min(scope.from, Math.floor(own.first));
  const to = Math.max(scope.to, Math.floor(own.last) + 1);
  return { ...context, scope: { ...scope, from, to } };
}

/** Without those that the range cuts off. */
function wholeBuckets({ scope }: CompileContext, starts: readonly number[]): readonly number[] {
  return starts.filter(
    (start, i) => start >= scope.from && (starts[i + 1] ?? scope.to + 1) <= scope.to,
  );
}

/** Stretches of equal steps instead of every single start: thousands of them would be too long a statement. */
function startsOf(starts: readonly number[]): Sql {
  const stretches: { readonly first: number; readonly step: number; count: number }[] = [];
  for (const [i, start] of starts.entries()) {
    const last = stretches.at(-1);
    if (last !== undefined && start === last.first + last.step * last.count) last.count++;
    else stretches.push({ first: start, step: (starts[i + 1] ?? start + 1) - start, count: 1 });
  }
  const lists = stretches.map(
    ({ first, step, count }) =>
      sql`arrayMap(i -> ${int64(first)} + toInt64(i) * ${int64(step)}, range(${uint32(count)}))`,
  );
  return lists.length === 0 ? sql`emptyArrayInt64()` : sql`arrayConcat(${join(lists, ', ')})`;
}
