import { LIMITS } from '../../spec/limits.ts';
import { isAtKeyword, isAtStageEnd, isWord, readField, takeKeyword } from '../parser/arguments.ts';
import { readAggregations, refuseSameNames } from '../parser/aggregation.ts';
import { withComputed } from '../parser/computed-aggregations.ts';
import { ALIGN_TIME, BOOLEAN, integer, TEXT, TIME_SPAN } from '../parser/option-kinds.ts';
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
import { fail, peek, spanFrom, textOf, type Parser } from '../parser/state.ts';
import {
  columnName,
  printAggregations,
  printKeys,
  printSeriesFilter,
} from '../print/aggregation.ts';
import { joinParts } from '../print/arguments.ts';
import { closedShape, openShape } from '../shape/shape.ts';
import type { GroupKey } from '../tree/aggregation.ts';
import type { TimechartOptions, TimechartStage } from '../tree/statistics-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<TimechartOptions> = {
  span: {
    kind: TIME_SPAN,
    default: undefined,
    summary: 'Bucket length. Overrides `bins`.',
  },
  bins: {
    kind: integer(1, LIMITS.query.bucketsMax),
    default: LIMITS.query.bucketsDefault,
    summary: 'Maximum number of buckets. Xplain chooses the bucket length to fit the time range.',
  },
  minspan: {
    kind: TIME_SPAN,
    default: undefined,
    summary: 'Minimum bucket length, with `bins`.',
  },
  ...SPLIT_OPTIONS,
  cont: { kind: BOOLEAN, default: true, summary: 'Includes rows for empty buckets.' },
  partial: {
    kind: BOOLEAN,
    default: true,
    summary: 'Keeps buckets that are only partly inside the time range.',
  },
  fixedrange: {
    kind: BOOLEAN,
    default: true,
    summary: 'Covers the full time range of the search, not only the range that has data.',
  },
  aligntime: {
    kind: ALIGN_TIME,
    default: undefined,
    summary: 'Start of the buckets. Default: aligned to the calendar.',
  },
  sep: {
    kind: TEXT,
    default: ': ',
    summary: 'Separator between the aggregation and the series in column names.',
  },
};

function readSplit(parser: Parser): GroupKey {
  const field = readField(parser);
  return { kind: 'key', field, span: undefined, start: field.start, end: field.end };
}

/** More fields require separate rows, not columns. */
function refuseMoreFields(parser: Parser): void {
  const token = peek(parser, 'argument');
  const isComma = textOf(parser, token) === ',';
  if (!isComma && (token.kind !== 'word' || isOption(parser) || isWord(parser, token, ['WHERE']))) {
    return;
  }
  fail(
    parser,
    'unexpected-token',
    token,
    '`timechart` splits by one field; for more use `stats … BY _time span=5m, a, b`.',
  );
}

export const timechartCommand: Command<TimechartStage> = {
  name: 'timechart',
  aliases: ['sitimechart'],
  category: 'Statistics',
  summary: 'Calculates aggregations per time bucket, with one column per value of the BY field.',
  syntax:
    'timechart [span=<span>] [limit=<integer>] … <aggregation>[(<field>)] [AS <name>], … [BY <field> [WHERE sum|max|… IN top<n> | > <number>]]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    const aggregations = readAggregations(parser, () => takeOption(parser, options), 'BY');
    const split = takeKeyword(parser, 'BY') ? readSplit(parser) : undefined;
    if (split !== undefined) refuseMoreFields(parser);
    takeOptions(parser, options);
    const hasFilter = split !== undefined && !isAtStageEnd(parser) && isAtKeyword(parser, 'WHERE');
    const series = hasFilter ? readSeriesFilter(parser) : undefined;
    takeOptions(parser, options);
    refuseSameNames(parser, aggregations, [], '_time');
    const values = finishOptions(options);
    const place = spanFrom(parser, start);
    const columns = withComputed(parser, place, aggregations, split && values.sep);
    return { kind: 'timechart', aggregations: columns, split, series, options: values, ...place };
  },
  print: (stage, style) =>
    joinParts(
      printOptions(OPTIONS, stage.options),
      printAggregations(stage.aggregations, style.isExplicit),
      printKeys('BY', stage.split === undefined ? [] : [stage.split]),
      printSeriesFilter(stage.series),
    ),
  shape: (stage) =>
    stage.split === undefined
      ? closedShape(['_time', ...stage.aggregations.map(columnName)])
      : openShape(['_time']),
};
