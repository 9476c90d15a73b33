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
  category: 'Combining',
  summary:
    'Converts the rows to one search expression, in the field `search`. A subsearch does so automatically.',
  syntax: 'format [maxresults=<integer>]',
  options: describeOptions(OPTIONS),
  examples: [
    {
      query: 'level=error | top 3 host | fields host | format',
      does: 'Shows the filter that a subsearch would return.',
    },
    {
      query:
        'index=web [search index=audit action=login_failed | dedup client_ip | fields client_ip | format maxresults=50]',
      does: 'Searches for at most 50 addresses.',
    },
  ],
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    takeOptions(parser, options);
    return { kind: 'format', options: finishOptions(options), ...spanFrom(parser, start) };
  },
  print: (stage) => printOptions(OPTIONS, stage.options),
  shape: () => closedShape(['search']),
};
