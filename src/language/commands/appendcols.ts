import { LIMITS } from '../../spec/limits.ts';
import { BOOLEAN, integer } from '../parser/option-kinds.ts';
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
import type { AppendcolsStage } from '../tree.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<AppendcolsStage['options']> = {
  maxout: {
    kind: integer(1, LIMITS.query.joinRowsMax),
    default: LIMITS.query.joinRowsMax,
    summary: 'Maximum number of rows from the subsearch.',
  },
  override: {
    kind: BOOLEAN,
    default: false,
    summary: 'Whether columns from the subsearch overwrite existing columns.',
  },
};

export const appendcolsCommand: Command<AppendcolsStage> = {
  name: 'appendcols',
  category: 'Combining results',
  summary: 'Adds the columns of a subsearch to the current results, matching rows by position.',
  syntax: 'appendcols [override=<boolean>] [maxout=<integer>] [<subsearch>]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    takeOptions(parser, options);
    const query = readSubsearch(parser);
    takeOptions(parser, options);
    const values = finishOptions(options);
    return { kind: 'appendcols', query, options: values, ...spanFrom(parser, start) };
  },
  print: (stage, style) =>
    joinParts(printOptions(OPTIONS, stage.options), `[${style.query(stage.query)}]`),
  shape: (_stage, before) => ({ ...before, isOpen: true }),
};
