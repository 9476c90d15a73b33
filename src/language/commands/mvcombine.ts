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
    summary: 'Delimiter between the values when displayed.',
  },
};

export const mvcombineCommand: Command<MvcombineStage> = {
  name: 'mvcombine',
  category: 'Multivalue fields',
  summary:
    'Combines rows that are identical except for one field into one row. The field becomes multivalue.',
  syntax: 'mvcombine [delim=<string>] <field>',
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
