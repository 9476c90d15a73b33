/** `sparkline`: one aggregation per bucket of time, side by side in a list. */
import {
  float64,
  join,
  type Parameter,
  sql,
  type Sql,
  string,
} from '../../../engines/store/sql.ts';
import {
  type Aggregation,
  autoSpan,
  bucketStart,
  lengthOf,
  type Trend,
} from '../../../language/index.ts';
import { type CompileContext, refuse } from './context.ts';
import { compileExpression } from './expression.ts';
import { fieldValue, type Relation, rowTime, withField } from './relation.ts';
import { numberOf, textOf, truth, type Value } from './value.ts';

/** Marks a list as a sparkline, as in Splunk. */
const MARK = '##__SPARKLINE__##';

/** Name for the input of one point; no field has it. */
const POINT = '\0point';

export function sparklineOf(
  context: CompileContext,
  relation: Relation,
  trend: Trend,
  compute: (rows: Relation, of: Aggregation) => Value,
): Value {
  const time = rowTime(relation);
  if (time === undefined) throw refuse(trend, 'sparkline needs rows with _time.');
  const { first, size, count } = pointsOf(context, trend);
  const at = sql`floor((${numberOf(time)} - ${float64(first / 1000)}) / ${float64(size / 1000)})`;
  const input = inputOf(context, relation, trend.of);
  const argument = { kind: 'fields', pattern: [POINT], start: 0, end: 0 } as const;
  const points = Array.from({ length: count }, (_, i) => {
    const own = withField(relation, POINT, onlyIf(sql`${at} = ${float64(i)}`, input));
    const value = compute(own, { ...trend.of, argument });
    return sql`ifNull(toString(${textOf(value)}), '')`;
  });
  return { kind: 'multi', sql: sql`[${join([string(MARK), ...points].map(asSql), ', ')}]` };
}

function asSql(part: Sql | Parameter): Sql {
  return sql`${part}`;
}

/** More points than can be drawn would cost more and show nothing, so the buckets become longer. */
function pointsOf(
  { scope, zone, limits }: CompileContext,
  { span }: Trend,
): { first: number; size: number; count: number } {
  const max = limits.sparklinePointsMax;
  const longest = autoSpan(scope, max - 1);
  const wanted = span === undefined || countOf(scope, lengthOf(span)) > max ? longest : span;
  const size = lengthOf(wanted);
  const first = bucketStart(scope.from, wanted, zone);
  const count = Math.max(1, Math.ceil((scope.to - first) / size));
  if (count <= max) return { first, size, count };
  return { first: scope.from, size: Math.ceil((scope.to - scope.from) / max), count: max };
}

function countOf(
  { from, to }: { readonly from: number; readonly to: number },
  size: number,
): number {
  return Math.ceil((to - from) / size) + 1;
}

/** The aggregated value; 1 when counting rows. */
function inputOf(context: CompileContext, relation: Relation, { argument }: Aggregation): Value {
  if (argument === undefined) return { kind: 'number', sql: sql`1` };
  return argument.kind === 'eval'
    ? compileExpression(context, relation, argument.expression)
    : fieldValue(relation, argument.pattern[0]);
}

function onlyIf(condition: Sql, { kind, sql: value, mayBeList }: Value): Value {
  if (kind === 'multi') return { kind, sql: sql`if(${condition}, ${value}, [])` };
  // Counts where it is true.
  if (kind === 'boolean') {
    return { kind: 'number', sql: sql`if(${condition} AND ${truth(value)}, 1, NULL)` };
  }
  return {
    kind,
    sql: sql`if(${condition}, ${value}, NULL)`,
    ...(mayBeList ? { mayBeList: true } : {}),
  };
}
