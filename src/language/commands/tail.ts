import { takeInteger } from '../parser/arguments.ts';
import { spanFrom } from '../parser/state.ts';
import type { TailStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

const COUNT_DEFAULT = 10;

export const tailCommand: Command<TailStage> = {
  name: 'tail',
  category: 'Sorting and limiting',
  summary: 'Returns the last N rows in reverse order (for events, the oldest first).',
  syntax: 'tail [<integer>]',
  options: [],
  read: (parser, start) => {
    const count = takeInteger(parser) ?? COUNT_DEFAULT;
    return { kind: 'tail', count, ...spanFrom(parser, start) };
  },
  print: (stage) => String(stage.count),
  shape: (_stage, before) => before,
};
