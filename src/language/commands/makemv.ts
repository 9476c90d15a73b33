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
  delim: { kind: TEXT, default: ' ', summary: 'Delimiter between the values.' },
  tokenizer: {
    kind: REGEX,
    default: undefined,
    summary:
      'Regular expression that matches the values. The first capturing group is the value. Overrides `delim`.',
  },
  allowempty: { kind: BOOLEAN, default: false, summary: 'Keeps empty values.' },
};

export const makemvCommand: Command<MakemvStage> = {
  name: 'makemv',
  category: 'Multivalue fields',
  summary: 'Splits the value of a field at a delimiter into a multivalue field.',
  syntax: 'makemv [delim=<string> | tokenizer=<regex>] [allowempty=<boolean>] <field>',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS, ['setsv']);
    const field = readOneField(parser, options, 'commas');
    return { kind: 'makemv', field, options: finishOptions(options), ...spanFrom(parser, start) };
  },
  print: (stage) => joinParts(printOptions(OPTIONS, stage.options), printField(stage.field)),
  shape: (stage, before) => withFields(before, stage.field.name),
};
