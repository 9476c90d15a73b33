import { readFields, requireSome } from '../parser/arguments.ts';
import { TEXT } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOption,
  type OptionTable,
} from '../parser/options.ts';
import { fail, spanFrom } from '../parser/state.ts';
import { joinParts, printFields } from '../print/arguments.ts';
import { openShape } from '../shape/shape.ts';
import type { XyseriesStage } from '../tree/statistics-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<XyseriesStage['options']> = {
  sep: {
    kind: TEXT,
    default: ': ',
    summary: 'Separator between the value field and the name in column names.',
  },
};

export const xyseriesCommand: Command<XyseriesStage> = {
  name: 'xyseries',
  category: 'Statistics',
  summary:
    'Converts rows to a table with one column per value of a field, for example for a chart.',
  syntax: 'xyseries [sep=<string>] <row field> <name field> <value field> …',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    const fields = readFields(parser, () => takeOption(parser, options));
    const [row, name, ...values] = fields;
    requireSome(parser, values, 'three fields: row, name and value');
    const place = spanFrom(parser, start);
    if (row === undefined || name === undefined) {
      fail(parser, 'missing-argument', place, '`xyseries` requires three fields.');
    }
    return { kind: 'xyseries', row, name, values, options: finishOptions(options), ...place };
  },
  print: (stage) =>
    joinParts(
      printOptions(OPTIONS, stage.options),
      printFields([stage.row, stage.name, ...stage.values]),
    ),
  shape: (stage) => openShape([stage.row.name]),
};
