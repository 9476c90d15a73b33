import { spanFrom } from '../parser/state.ts';
import type { ReverseStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

export const reverseCommand: Command<ReverseStage> = {
  name: 'reverse',
  category: 'Sorting and limiting',
  summary: 'Reverses the order of the results.',
  syntax: 'reverse',
  options: [],
  read: (parser, start) => ({ kind: 'reverse', ...spanFrom(parser, start) }),
  print: () => '',
  shape: (_stage, before) => before,
};
