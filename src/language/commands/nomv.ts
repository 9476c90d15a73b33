import { readField } from '../parser/arguments.ts';
import { spanFrom } from '../parser/state.ts';
import { printField } from '../print/arguments.ts';
import type { NomvStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

export const nomvCommand: Command<NomvStage> = {
  name: 'nomv',
  category: 'Multivalue',
  summary: 'Makes one text of the values of a multivalue field, each on its own line.',
  syntax: 'nomv <field>',
  options: [],
  examples: [
    {
      query: '* | stats values(host) AS hosts BY path | nomv hosts',
      does: 'Shows a list as text.',
    },
    {
      query: '* | makemv delim="," roles | nomv roles',
      does: 'Breaks a list of words into lines.',
    },
  ],
  read: (parser, start) => {
    const field = readField(parser);
    return { kind: 'nomv', field, ...spanFrom(parser, start) };
  },
  print: (stage) => printField(stage.field),
  shape: (_stage, before) => before,
};
