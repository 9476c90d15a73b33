import { TEXT } from '../parser/option-kinds.ts';
import { readOneField } from '../parser/one-field.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  type OptionTable,
} from '../parser/options.ts';
import { spanFrom } from '../parser/state.ts';
import { joinParts, printField } from '../print/arguments.ts';
import type { MvcombineStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<MvcombineStage['options']> = {
  delim: {
    kind: TEXT,
    default: ' ',
    summary: 'Separator between the displayed values.',
  },
};

export const mvcombineCommand: Command<MvcombineStage> = {
  name: 'mvcombine',
  category: 'Multivalue',
  summary: 'Combines rows that differ in only one field. The field becomes multivalue.',
  syntax: 'mvcombine [delim=<text>] <field>',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    const field = readOneField(parser, options);
    return {
      kind: 'mvcombine',
      field,
      options: finishOptions(options),
      ...spanFrom(parser, start),
    };
  },
  print: (stage) => joinParts(printOptions(OPTIONS, stage.options), printField(stage.field)),
  shape: (_stage, before) => before,
};
