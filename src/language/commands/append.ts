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
import { readSubsearch } from '../parser/subsearch.ts';
import { joinParts } from '../print/arguments.ts';
import type { AppendStage } from '../tree.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<AppendStage['options']> = {
  maxout: {
    kind: integer(1, LIMITS.query.joinRowsMax),
    default: LIMITS.query.joinRowsMax,
    summary: 'Maximum number of rows from the subsearch.',
  },
};

export const appendCommand: Command<AppendStage> = {
  name: 'append',
  category: 'Combining results',
  summary: 'Appends the results of a subsearch to the current results.',
  syntax: 'append [maxout=<integer>] [<subsearch>]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS, ['maxtime', 'timeout', 'extendtimerange']);
    takeOptions(parser, options);
    const query = readSubsearch(parser);
    takeOptions(parser, options);
    return { kind: 'append', query, options: finishOptions(options), ...spanFrom(parser, start) };
  },
  print: (stage, style) =>
    joinParts(printOptions(OPTIONS, stage.options), `[${style.query(stage.query)}]`),
  shape: (_stage, before) => ({ ...before, isOpen: true }),
};
