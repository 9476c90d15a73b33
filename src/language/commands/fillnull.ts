import { readFieldPatterns } from '../parser/arguments.ts';
import { TEXT } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOption,
  type OptionTable,
} from '../parser/options.ts';
import { spanFrom } from '../parser/state.ts';
import { joinParts, printFieldPatterns } from '../print/arguments.ts';
import { withFields } from '../shape/shape.ts';
import type { FillnullStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<FillnullStage['options']> = {
  value: { kind: TEXT, default: '0', summary: 'Replacement for missing values.' },
};

export const fillnullCommand: Command<FillnullStage> = {
  name: 'fillnull',
  category: 'Fields',
  summary: 'Replaces missing values with a default value.',
  syntax: 'fillnull [value=<string>] [<field>, …]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    const fields = readFieldPatterns(parser, () => takeOption(parser, options));
    return {
      kind: 'fillnull',
      fields,
      options: finishOptions(options),
      ...spanFrom(parser, start),
    };
  },
  print: (stage) =>
    joinParts(printOptions(OPTIONS, stage.options), printFieldPatterns(stage.fields)),
  shape: (stage, before) =>
    withFields(
      before,
      ...stage.fields.flatMap(({ pattern }) => (pattern.length === 1 ? [pattern[0]] : [])),
    ),
};
