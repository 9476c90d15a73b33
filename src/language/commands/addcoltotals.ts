import { readFieldPatterns } from '../parser/arguments.ts';
import { NEW_FIELD, TEXT } from '../parser/option-kinds.ts';
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
import type { AddcoltotalsStage } from '../tree/statistics-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<AddcoltotalsStage['options']> = {
  labelfield: {
    kind: NEW_FIELD,
    default: undefined,
    summary: 'Column for the label of the totals row.',
  },
  label: { kind: TEXT, default: 'Total', summary: 'Label of the totals row.' },
};

export const addcoltotalsCommand: Command<AddcoltotalsStage> = {
  name: 'addcoltotals',
  category: 'Statistics',
  summary: 'Adds a row with the total of each numeric column.',
  syntax: 'addcoltotals [labelfield=<name>] [label=<string>] [<field>, …]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    const fields = readFieldPatterns(parser, () => takeOption(parser, options));
    const values = finishOptions(options);
    return { kind: 'addcoltotals', fields, options: values, ...spanFrom(parser, start) };
  },
  print: (stage) =>
    joinParts(printOptions(OPTIONS, stage.options), printFieldPatterns(stage.fields)),
  shape: (stage, before) => {
    const { labelfield } = stage.options;
    return labelfield === undefined ? before : withFields(before, labelfield);
  },
};
