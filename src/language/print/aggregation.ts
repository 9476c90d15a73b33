import { printSpan } from '../time/span.ts';
import type { Aggregation, GroupKey, SeriesFilter, Trend } from '../tree/aggregation.ts';
import { joinParts, printField, printPattern } from './arguments.ts';
import { printExpression } from './expression.ts';

/** The name of the column an aggregation makes; with wildcards, the pattern of names. */
export function columnName(aggregation: Aggregation): string {
  return aggregation.as?.join('*') ?? defaultName(aggregation);
}

function defaultName(aggregation: Aggregation): string {
  const { argument, spelling, trend } = aggregation;
  if (trend !== undefined) return printTrend(trend, defaultName(trend.of));
  if (argument === undefined) return spelling;
  return argument.kind === 'eval'
    ? `${spelling}(eval(${printExpression(argument.expression)}))`
    : `${spelling}(${argument.pattern.join('*')})`;
}

export function printAggregations(
  aggregations: readonly Aggregation[],
  isExplicit: boolean,
): string {
  return aggregations.map((each) => printAggregation(each, isExplicit)).join(', ');
}

function printAggregation(aggregation: Aggregation, isExplicit: boolean): string {
  const { argument, spelling, as, trend } = aggregation;
  const inner =
    argument?.kind === 'eval'
      ? `eval(${printExpression(argument.expression, isExplicit)})`
      : argument && printPattern(argument.pattern);
  const plain = inner === undefined ? spelling : `${spelling}(${inner})`;
  const call =
    trend === undefined ? plain : printTrend(trend, printAggregation(trend.of, isExplicit));
  return as === undefined ? call : `${call} AS ${printPattern(as)}`;
}

function printTrend({ isBare, span }: Trend, inner: string): string {
  if (isBare) return 'sparkline';
  return `sparkline(${inner}${span === undefined ? '' : `, ${printSpan(span)}`})`;
}

export function printKeys(word: string, keys: readonly GroupKey[]): string {
  return keys.length === 0 ? '' : `${word} ${keys.map(printKey).join(', ')}`;
}

function printKey(key: GroupKey): string {
  return joinParts(printField(key.field), key.span && `span=${printSpan(key.span)}`);
}

export function printSeriesFilter(filter: SeriesFilter | undefined): string {
  if (filter === undefined) return '';
  const { aggregate } = filter;
  if (filter.kind === 'threshold') return `WHERE ${aggregate} ${filter.operator} ${filter.value}`;
  return `WHERE ${aggregate} ${filter.keep ? 'IN' : 'NOTIN'} ${filter.end}${filter.count}`;
}
