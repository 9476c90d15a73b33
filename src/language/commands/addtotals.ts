import { readFieldPatterns } from '../parser/arguments.ts';
import { BOOLEAN, NEW_FIELD, TEXT } from '../parser/option-kinds.ts';
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
import type { AddtotalsStage } from '../tree/statistics-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<AddtotalsStage['options']> = {
  row: { kind: BOOLEAN, default: true, summary: 'Adds a column with the total of each row.' },
  col: {
    kind: BOOLEAN,
    default: false,
    summary: 'Adds a row with the total of each numeric column.',
  },
  fieldname: { kind: NEW_FIELD, default: 'Total', summary: 'Name of the totals column.' },
  labelfield: {
    kind: NEW_FIELD,
    default: undefined,
    summary: 'Column for the label of the totals row.',
  },
  label: { kind: TEXT, default: 'Total', summary: 'Label of the totals row.' },
};

export const addtotalsCommand: Command<AddtotalsStage> = {
  name: 'addtotals',
  category: 'Statistics',
  summary:
    'Adds a column with the total of each row and, optionally, a row with the total of each column.',
  syntax:
    'addtotals [row=<boolean>] [col=<boolean>] [fieldname=<name>] [labelfield=<name>] [label=<string>] [<field>, …]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    const fields = readFieldPatterns(parser, () => takeOption(parser, options));
    return {
      kind: 'addtotals',
      fields,
      options: finishOptions(options),
      ...spanFrom(parser, start),
    };
  },
  print: (stage) =>
    joinParts(printOptions(OPTIONS, stage.options), printFieldPatterns(stage.fields)),
  shape: (stage, before) => {
    const { row, fieldname, labelfield } = stage.options;
    const label = labelfield === undefined ? [] : [labelfield];
    return withFields(before, ...(row ? [fieldname] : []), ...label);
  },
};
