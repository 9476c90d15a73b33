import { int64, join, sql, type Sql, uint32 } from '../../../../engines/store/sql.ts';
import { rowsOf } from '../../../../engines/store/store.ts';
import { autoSpan, lengthOf, type TimechartStage } from '../../../../language/index.ts';
import { anchorOf, bucketKey, timeBuckets } from '../buckets.ts';
import { type CompileContext, refuse } from '../context.ts';
import { keyOf, prepareRows } from '../group-by.ts';
import { pivotRows } from '../pivot.ts';
import { fieldValue, type Relation, select } from '../relation.ts';
import { numberOf } from '../value.ts';

export async function compileTimechart(
  context: CompileContext,
  relation: Relation,
  stage: TimechartStage,
): Promise<Relation> {
  const { options } = stage;
  const rows = prepareRows(context, relation, stage.aggregations);
  const time = fieldValue(rows, '_time');
  if (time.kind !== 'time') throw refuse(stage, 'timechart needs rows with _time.');
  const span = options.span ?? autoSpan(context.scope, options.bins, options.minspan);
  const anchor = anchorOf(context, options.aligntime, span, stage);
  const all = timeBuckets(context, span, stage, anchor);
  const starts = options.partial ? all : wholeBuckets(context, all);
  const own = options.fixedrange || !options.cont ? starts : await ownRange(context, rows, starts);
  const kept = own.filter((start) => start >= 0);
  return pivotRows(context, rows, {
    rowKey: {
      name: '_time',
      ...bucketKey(context, time, span, stage, anchor),
      condition: undefined,
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

/** From the first event to the last, instead of the whole range. */
async function ownRange(
  context: CompileContext,
  rows: Relation,
  starts: readonly number[],
): Promise<readonly number[]> {
  const at = numberOf(fieldValue(rows, '_time'));
  const bounds = sql`minOrNull(${at}) AS first, maxOrNull(${at}) AS last`;
  const [row] = rowsOf(await context.ask(select(rows, bounds, { isOrdered: false })));
  if (row?.['first'] === null || row === undefined) return [];
  const [first, last] = [Number(row['first']) * 1000, Number(row['last']) * 1000];
  return starts.filter((start, i) => start <= last && (starts[i + 1] ?? Infinity) > first);
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
