import { integer } from '../parser/option-kinds.ts';
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
import type { MvexpandStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<MvexpandStage['options']> = {
  limit: {
    kind: integer(0, 999_999),
    default: 0,
    summary: 'Maximum number of values to expand per row. 0: no limit.',
  },
};

export const mvexpandCommand: Command<MvexpandStage> = {
  name: 'mvexpand',
  category: 'Multivalue fields',
  summary: 'Expands a multivalue field into a separate row for each value.',
  syntax: 'mvexpand <field> [limit=<integer>]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    const field = readOneField(parser, options);
    return { kind: 'mvexpand', field, options: finishOptions(options), ...spanFrom(parser, start) };
  },
  print: (stage) => joinParts(printField(stage.field), printOptions(OPTIONS, stage.options)),
  shape: (_stage, before) => before,
};
