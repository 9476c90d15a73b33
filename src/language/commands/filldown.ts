import { readFieldPatterns } from '../parser/arguments.ts';
import { spanFrom } from '../parser/state.ts';
import { printFieldPatterns } from '../print/arguments.ts';
import type { FilldownStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

export const filldownCommand: Command<FilldownStage> = {
  name: 'filldown',
  category: 'Fields',
  summary: 'Replaces missing values with the last non-null value of the field.',
  syntax: 'filldown [<field>, …]',
  options: [],
  read: (parser, start) => {
    const fields = readFieldPatterns(parser);
    return { kind: 'filldown', fields, ...spanFrom(parser, start) };
  },
  print: (stage) => printFieldPatterns(stage.fields),
  shape: (_stage, before) => before,
};
