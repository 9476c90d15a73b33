import { describeOptions } from '../parser/options.ts';
import { spanFrom } from '../parser/state.ts';
import { printTop, readTop, shapeOfTop, TOP_OPTIONS } from '../parser/top.ts';
import type { RareStage } from '../tree/statistics-stages.ts';
import type { Command } from './definition.ts';

export const rareCommand: Command<RareStage> = {
  name: 'rare',
  aliases: ['sirare'],
  category: 'Statistics',
  summary: 'Returns the least common values of a field, with count and percentage.',
  syntax: 'rare [<integer>] [limit=<integer>] … <field>, … [BY <field>, …]',
  options: describeOptions(TOP_OPTIONS),
  read: (parser, start) => {
    const parts = readTop(parser);
    return { kind: 'rare', ...parts, ...spanFrom(parser, start) };
  },
  print: printTop,
  shape: shapeOfTop,
};
