import { readField, readNewField, takeKeyword } from '../parser/arguments.ts';
import { spanFrom } from '../parser/state.ts';
import { joinParts, printField } from '../print/arguments.ts';
import { withFields } from '../shape/shape.ts';
import type { AccumStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

export const accumCommand: Command<AccumStage> = {
  name: 'accum',
  category: 'Statistics',
  summary: 'Calculates the running total of a numeric field, in row order.',
  syntax: 'accum <field> [AS <name>]',
  options: [],
  read: (parser, start) => {
    const field = readField(parser);
    const as = takeKeyword(parser, 'AS') ? readNewField(parser) : undefined;
    return { kind: 'accum', field, as, ...spanFrom(parser, start) };
  },
  print: (stage) => joinParts(printField(stage.field), stage.as && `AS ${printField(stage.as)}`),
  shape: (stage, before) => withFields(before, (stage.as ?? stage.field).name),
};
