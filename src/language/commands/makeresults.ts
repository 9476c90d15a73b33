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
    summary: 'How many rows to make.',
  },
  annotate: {
    kind: BOOLEAN,
    default: false,
    summary: 'Adds empty standard fields to the rows, in addition to `_time`.',
  },
  format: { kind: choice('csv', 'json'), default: undefined, summary: 'How `data` is written.' },
  data: { kind: TEXT, default: undefined, summary: 'The rows themselves, as CSV or JSON text.' },
};

export const makeresultsCommand: Command<MakeresultsStage> = {
  name: 'makeresults',
  category: 'Making rows',
  generates: true,
  summary: 'Makes rows out of nothing, to try something or to add to a table.',
  syntax: 'makeresults [count=<integer>] [annotate=<boolean>] [format=csv|json data=<text>]',
  options: describeOptions(OPTIONS),
  examples: [
    {
      query: '| makeresults | eval path="/users/42", id=replace(path, ".*/", "")',
      does: 'Tries an expression on one row.',
    },
    {
      query: '| makeresults count=5 | streamstats count AS n | eval square=n * n',
      does: 'Makes five rows with numbers.',
    },
  ],
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    takeOptions(parser, options);
    const values = finishOptions(options);
    const place = spanFrom(parser, start);
    if ((values.format === undefined) !== (values.data === undefined)) {
      report(parser, 'missing-argument', place, '`format` and `data` stand together.');
    }
    return { kind: 'makeresults', options: values, ...place };
  },
  print: (stage) => printOptions(OPTIONS, stage.options),
  shape: (stage) =>
    stage.options.data === undefined ? closedShape(['_time']) : openShape(['_time']),
};
