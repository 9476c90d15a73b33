import { readField, readNewField, takeComma } from '../parser/arguments.ts';
import { spanFrom } from '../parser/state.ts';
import { printFields } from '../print/arguments.ts';
import { closedShape } from '../shape/shape.ts';
import type { UntableStage } from '../tree/statistics-stages.ts';
import type { Command } from './definition.ts';

export const untableCommand: Command<UntableStage> = {
  name: 'untable',
  category: 'Statistics',
  summary: 'Converts columns to rows. The inverse of `xyseries`.',
  syntax: 'untable <row field> <name field> <value field>',
  options: [],
  read: (parser, start) => {
    const row = readField(parser);
    takeComma(parser);
    const name = readNewField(parser);
    takeComma(parser);
    const value = readNewField(parser);
    return { kind: 'untable', row, name, value, ...spanFrom(parser, start) };
  },
  print: (stage) => printFields([stage.row, stage.name, stage.value]),
  shape: (stage) => closedShape([stage.row.name, stage.name.name, stage.value.name]),
};
