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
    summary: 'Separator between value field and name in a column name.',
  },
};

export const xyseriesCommand: Command<XyseriesStage> = {
  name: 'xyseries',
  category: 'Statistics',
  summary: 'Converts the values of a field to columns, for a chart.',
  syntax: 'xyseries [sep=<text>] <row field> <name field> <value field> …',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    const fields = readFields(parser, () => takeOption(parser, options));
    const [row, name, ...values] = fields;
    requireSome(parser, values, 'three fields: rows, names and values');
    const place = spanFrom(parser, start);
    if (row === undefined || name === undefined) {
      fail(parser, 'missing-argument', place, '`xyseries` needs three fields.');
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
