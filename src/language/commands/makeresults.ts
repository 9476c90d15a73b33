import { LIMITS } from '../../spec/limits.ts';
import { BOOLEAN, choice, integer, TEXT } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOptions,
  type OptionTable,
} from '../parser/options.ts';
import { report, spanFrom } from '../parser/state.ts';
import { closedShape, openShape } from '../shape/shape.ts';
import type { MakeresultsStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<MakeresultsStage['options']> = {
  count: {
    kind: integer(1, LIMITS.query.madeRowsMax),
    default: 1,
    summary: 'Number of rows to generate.',
  },
  annotate: {
    kind: BOOLEAN,
    default: false,
    summary: 'Adds the standard event fields to the rows, without values.',
  },
  format: { kind: choice('csv', 'json'), default: undefined, summary: 'Format of `data`.' },
  data: { kind: TEXT, default: undefined, summary: 'Rows to generate, in CSV or JSON format.' },
};

export const makeresultsCommand: Command<MakeresultsStage> = {
  name: 'makeresults',
  category: 'Generating commands',
  generates: true,
  summary: 'Generates rows, for example to test an expression.',
  syntax: 'makeresults [count=<integer>] [annotate=<boolean>] [format=csv|json data=<string>]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    takeOptions(parser, options);
    const values = finishOptions(options);
    const place = spanFrom(parser, start);
    if ((values.format === undefined) !== (values.data === undefined)) {
      report(parser, 'missing-argument', place, '`format` and `data` must be used together.');
    }
    return { kind: 'makeresults', options: values, ...place };
  },
  print: (stage) => printOptions(OPTIONS, stage.options),
  shape: (stage) =>
    stage.options.data === undefined ? closedShape(['_time']) : openShape(['_time']),
};
