import { takeKeyword } from '../parser/arguments.ts';
import { readAggregations, readKeys, refuseSameNames } from '../parser/aggregation.ts';
import { BOOLEAN, integer, TIME_SPAN } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOption,
  takeOptions,
  type OptionTable,
} from '../parser/options.ts';
import { spanFrom } from '../parser/state.ts';
import { columnName, printAggregations, printKeys } from '../print/aggregation.ts';
import { joinParts } from '../print/arguments.ts';
import { withFields } from '../shape/shape.ts';
import type { StreamstatsStage } from '../tree/statistics-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<StreamstatsStage['options']> = {
  current: {
    kind: BOOLEAN,
    default: true,
    summary: 'Whether to include the current row in the window.',
  },
  window: {
    kind: integer(0, 10_000),
    default: 0,
    summary: 'Number of rows in the window. 0: all rows so far.',
  },
  global: {
    kind: BOOLEAN,
    default: true,
    summary: 'Whether all groups share one window. `false`: one window per group.',
  },
  time_window: {
    kind: TIME_SPAN,
    default: undefined,
    summary: 'Length of a time window. Rows must be sorted by time.',
  },
  reset_on_change: {
    kind: BOOLEAN,
    default: false,
    summary: 'Resets the aggregation whenever a BY value changes.',
  },
};

export const streamstatsCommand: Command<StreamstatsStage> = {
  name: 'streamstats',
  category: 'Statistics',
  summary:
    'Calculates running aggregations, row by row in the current order (for events, newest first).',
  syntax:
    'streamstats [current=<boolean>] [window=<integer>] … <aggregation>[(<field>)] [AS <name>], … [BY <field>, …]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    const aggregations = readAggregations(parser, () => takeOption(parser, options), 'BY');
    const by = takeKeyword(parser, 'BY') ? readKeys(parser) : [];
    takeOptions(parser, options);
    refuseSameNames(parser, aggregations, by);
    const values = finishOptions(options);
    return { kind: 'streamstats', aggregations, by, options: values, ...spanFrom(parser, start) };
  },
  print: (stage, style) =>
    joinParts(
      printOptions(OPTIONS, stage.options),
      printAggregations(stage.aggregations, style.isExplicit),
      printKeys('BY', stage.by),
    ),
  shape: (stage, before) => withFields(before, ...stage.aggregations.map(columnName)),
};
