import { LIMITS } from '../../spec/limits.ts';
import { integer } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOptions,
  type OptionTable,
} from '../parser/options.ts';
import { spanFrom } from '../parser/state.ts';
import { closedShape } from '../shape/shape.ts';
import type { FormatStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<FormatStage['options']> = {
  maxresults: {
    kind: integer(1, LIMITS.query.subsearchRowsMax),
    default: LIMITS.query.subsearchRowsMax,
    summary: 'Maximum number of rows.',
  },
};

export const formatCommand: Command<FormatStage> = {
  name: 'format',
  category: 'Combining results',
  summary:
    'Converts the rows to a single search expression in the field `search`. Subsearches do this automatically.',
  syntax: 'format [maxresults=<integer>]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    takeOptions(parser, options);
    return { kind: 'format', options: finishOptions(options), ...spanFrom(parser, start) };
  },
  print: (stage) => printOptions(OPTIONS, stage.options),
  shape: () => closedShape(['search']),
};
