import { readField } from '../parser/arguments.ts';
import { spanFrom } from '../parser/state.ts';
import { printField } from '../print/arguments.ts';
import type { NomvStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

export const nomvCommand: Command<NomvStage> = {
  name: 'nomv',
  category: 'Multivalue fields',
  summary: 'Converts a multivalue field to a single string, with one value per line.',
  syntax: 'nomv <field>',
  options: [],
  read: (parser, start) => {
    const field = readField(parser);
    return { kind: 'nomv', field, ...spanFrom(parser, start) };
  },
  print: (stage) => printField(stage.field),
  shape: (_stage, before) => before,
};
