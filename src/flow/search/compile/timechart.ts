import { sql, uint64s } from '../../../engines/store/sql.ts';
import { autoSpan, lengthOf, type TimechartStage } from '../../../language/index.ts';
import { bucketKey, timeBuckets } from './buckets.ts';
import { refuse, type CompileContext } from './context.ts';
import { compileChart } from './pivot.ts';
import { fieldValue, type Relation } from './relation.ts';
import { keyOf, prepareRows } from './stats.ts';

export async function compileTimechart(
  context: CompileContext,
  relation: Relation,
  stage: TimechartStage,
): Promise<Relation> {
  const { options } = stage;
  if (options.aligntime !== undefined || !options.fixedrange) {
    throw refuse(stage, 'aligntime and fixedrange=f are not available yet.');
  }
  const rows = prepareRows(context, relation, stage.aggregations);
  const time = fieldValue(rows, '_time');
  if (time.kind !== 'time') throw refuse(stage, 'timechart needs rows with _time.');
  const span = options.span ?? autoSpan(context.scope, options.bins, options.minspan);
  const all = timeBuckets(context, span, stage);
  const starts = options.partial ? all : wholeBuckets(context, all);
  const kept = starts.filter((start) => start >= 0);
  return compileChart(context, rows, {
    rowKey: { name: '_time', ...bucketKey(context, time, span, stage), condition: undefined },
    split: stage.split === undefined ? undefined : keyOf(context, rows, stage.split),
    aggregations: stage.aggregations,
    series: stage.series,
    options,
    aggregate: { bucketSeconds: lengthOf(span) / 1000 },
    rows: options.cont
      ? sql`arrayMap(t -> fromUnixTimestamp64Milli(toInt64(t), 'UTC'), ${uint64s(kept)})`
      : undefined,
  });
}

/** Without those that the range cuts off. */
function wholeBuckets({ scope }: CompileContext, starts: readonly number[]): readonly number[] {
  return starts.filter(
    (start, i) => start >= scope.from && (starts[i + 1] ?? scope.to + 1) <= scope.to,
  );
}
