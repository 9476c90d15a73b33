import { spanFrom } from '../parser/state.ts';
import type { ReverseStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

export const reverseCommand: Command<ReverseStage> = {
  name: 'reverse',
  category: 'Order',
  summary: 'Reverses the order of the rows.',
  syntax: 'reverse',
  options: [],
  examples: [
    { query: 'trace_id=4bf92f35 | reverse', does: 'Shows a trace from its start.' },
    {
      query: '* | timechart span=1h count | reverse',
      does: 'Shows the latest hour of a table first.',
    },
  ],
  read: (parser, start) => ({ kind: 'reverse', ...spanFrom(parser, start) }),
  print: () => '',
  shape: (_stage, before) => before,
};
