import { describeOptions } from '../parser/options.ts';
import { spanFrom } from '../parser/state.ts';
import { printTop, readTop, shapeOfTop, TOP_OPTIONS } from '../parser/top.ts';
import type { TopStage } from '../tree/statistics-stages.ts';
import type { Command } from './definition.ts';

export const topCommand: Command<TopStage> = {
  name: 'top',
  aliases: ['sitop'],
  category: 'Statistics',
  summary: 'Returns the most common values of a field, with count and percentage.',
  syntax: 'top [<integer>] [limit=<integer>] … <field>, … [BY <field>, …]',
  options: describeOptions(TOP_OPTIONS),
  read: (parser, start) => {
    const parts = readTop(parser);
    return { kind: 'top', ...parts, ...spanFrom(parser, start) };
  },
  print: printTop,
  shape: shapeOfTop,
};
