import { BOOLEAN, REGEX, TEXT } from '../parser/option-kinds.ts';
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
import { withFields } from '../shape/shape.ts';
import type { MakemvStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<MakemvStage['options']> = {
  delim: { kind: TEXT, default: ' ', summary: 'Separator between the values.' },
  tokenizer: {
    kind: REGEX,
    default: undefined,
    summary: 'Regular expression whose first group is one value. Overrides `delim`.',
  },
  allowempty: { kind: BOOLEAN, default: false, summary: 'Keeps empty values.' },
};

export const makemvCommand: Command<MakemvStage> = {
  name: 'makemv',
  category: 'Multivalue',
  summary: 'Splits a text field into a multivalue field.',
  syntax: 'makemv [delim=<text> | tokenizer=<regex>] [allowempty=<boolean>] <field>',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS, ['setsv']);
    const field = readOneField(parser, options);
    return { kind: 'makemv', field, options: finishOptions(options), ...spanFrom(parser, start) };
  },
  print: (stage) => joinParts(printOptions(OPTIONS, stage.options), printField(stage.field)),
  shape: (stage, before) => withFields(before, stage.field.name),
};
