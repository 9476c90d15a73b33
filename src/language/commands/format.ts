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
    summary: 'Rows to use at most.',
  },
};

export const formatCommand: Command<FormatStage> = {
  name: 'format',
  category: 'Combining',
  summary:
    'Makes one search expression of the rows, in the field `search`; a subsearch does so by itself.',
  syntax: 'format [maxresults=<integer>]',
  options: describeOptions(OPTIONS),
  examples: [
    {
      query: 'level=error | top 3 host | fields host | format',
      does: 'Shows the filter a subsearch would hand over.',
    },
    {
      query:
        'index=web [search index=audit action=login_failed | dedup client_ip | fields client_ip | format maxresults=50]',
      does: 'Looks for at most 50 addresses.',
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
