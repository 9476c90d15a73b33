import { LIMITS } from '../../spec/limits.ts';
import {
  isAtKeyword,
  isAtStageEnd,
  readField,
  takeComma,
  takeKeyword,
} from '../parser/arguments.ts';
import { withComputed } from '../parser/computed-aggregations.ts';
import { readAggregations, refuseSameNames } from '../parser/aggregation.ts';
import { BOOLEAN, integer, SPAN, TEXT } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  isOption,
  printOptions,
  startOptions,
  takeOption,
  takeOptions,
  type OptionTable,
} from '../parser/options.ts';
import { readSeriesFilter, SPLIT_OPTIONS } from '../parser/split.ts';
import { report, spanFrom, startOfNext, type Parser } from '../parser/state.ts';
import {
  columnName,
  printAggregations,
  printKeys,
  printSeriesFilter,
} from '../print/aggregation.ts';
import { joinParts } from '../print/arguments.ts';
import { closedShape, openShape } from '../shape/shape.ts';
import type { GroupKey } from '../tree/aggregation.ts';
import type { ChartOptions, ChartStage } from '../tree/statistics-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<ChartOptions> = {
  span: { kind: SPAN, default: undefined, summary: 'Bucket size for the row field.' },
  bins: {
    kind: integer(0, LIMITS.query.bucketsMax),
    default: 0,
    summary: 'Maximum number of buckets for a numeric or time row field. 0: no buckets.',
  },
  ...SPLIT_OPTIONS,
  cont: { kind: BOOLEAN, default: true, summary: 'Includes rows for empty buckets.' },
  sep: {
    kind: TEXT,
    default: ': ',
    summary: 'Separator between the aggregation and the series in column names.',
  },
};

interface Axes {
  readonly over: GroupKey | undefined;
  readonly split: GroupKey | undefined;
}

function readKey(parser: Parser): GroupKey {
  const field = readField(parser);
  return { kind: 'key', field, span: undefined, start: field.start, end: field.end };
}

/** `OVER a BY b`, `OVER a`, `BY a, b` or `BY a`. */
function readAxes(parser: Parser): Axes {
  const over = takeKeyword(parser, 'OVER') ? readKey(parser) : undefined;
  if (!takeKeyword(parser, 'BY')) return { over, split: undefined };
  const first = readKey(parser);
  if (over !== undefined) return { over, split: first };
  takeComma(parser);
  const isMore = !isAtStageEnd(parser) && !isOption(parser) && !isAtKeyword(parser, 'WHERE');
  return { over: first, split: isMore ? readKey(parser) : undefined };
}

export const chartCommand: Command<ChartStage> = {
  name: 'chart',
  aliases: ['sichart'],
  category: 'Statistics',
  summary:
    'Aggregates into a table with one row per value of a field and one column per value of another field.',
  syntax:
    'chart [limit=<integer>] … <aggregation>[(<field>)] [AS <name>], … [OVER <field>] [BY <field> [, <field>]] [WHERE sum|max|… IN top<n> | > <number>]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    const takeOne = (): boolean => takeOption(parser, options);
    const aggregations = readAggregations(parser, takeOne, 'OVER', 'BY');
    const axesAt = startOfNext(parser);
    const { over, split } = readAxes(parser);
    takeOptions(parser, options);
    const series = isAtKeyword(parser, 'WHERE') ? readSeriesFilter(parser) : undefined;
    takeOptions(parser, options);
    if (series !== undefined && split === undefined) {
      const place = spanFrom(parser, axesAt);
      report(parser, 'unexpected-token', place, 'WHERE filters series and requires a BY field.');
    }
    const keys = over === undefined ? [] : [over];
    refuseSameNames(parser, aggregations, split === undefined ? keys : [...keys, split]);
    const rest = { over, split, series, options: finishOptions(options) };
    const place = spanFrom(parser, start);
    const columns = withComputed(parser, place, aggregations, split && rest.options.sep);
    return { kind: 'chart', aggregations: columns, ...rest, ...place };
  },
  print: (stage, style) =>
    joinParts(
      printOptions(OPTIONS, stage.options),
      printAggregations(stage.aggregations, style.isExplicit),
      printKeys('OVER', stage.over === undefined ? [] : [stage.over]),
      printKeys('BY', stage.split === undefined ? [] : [stage.split]),
      printSeriesFilter(stage.series),
    ),
  shape: (stage) => {
    const rows = stage.over === undefined ? [] : [stage.over.field.name];
    if (stage.split !== undefined) return openShape(rows);
    return closedShape([...rows, ...stage.aggregations.map(columnName)]);
  },
};
