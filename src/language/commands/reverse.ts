import { spanFrom } from '../parser/state.ts';
import type { ReverseStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

export const reverseCommand: Command<ReverseStage> = {
  name: 'reverse',
  category: 'Order',
  summary: 'Reverses the order of the rows.',
  syntax: 'reverse',
  options: [],
  read: (parser, start) => ({ kind: 'reverse', ...spanFrom(parser, start) }),
  print: () => '',
  shape: (_stage, before) => before,
};
