import { isAtStageEnd, takeInteger } from '../parser/arguments.ts';
import { BOOLEAN, FIELD, NEW_FIELD } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOption,
  type OptionTable,
} from '../parser/options.ts';
import { failUnexpected, peek, spanFrom } from '../parser/state.ts';
import { joinParts } from '../print/arguments.ts';
import { openShape } from '../shape/shape.ts';
import type { TransposeStage } from '../tree/statistics-stages.ts';
import type { Command } from './definition.ts';

const COUNT_DEFAULT = 5;

const OPTIONS: OptionTable<TransposeStage['options']> = {
  column_name: {
    kind: NEW_FIELD,
    default: 'column',
    summary: 'Name of the field with the names of the former columns.',
  },
  header_field: {
    kind: FIELD,
    default: undefined,
    summary: 'Field whose values name the new columns. Default: `row 1`, `row 2` and so on.',
  },
  include_empty: {
    kind: BOOLEAN,
    default: true,
    summary: 'Also returns former columns that have no values.',
  },
};

export const transposeCommand: Command<TransposeStage> = {
  name: 'transpose',
  category: 'Statistics',
  summary: 'Converts the first rows (default 5) to columns, and columns to rows.',
  syntax:
    'transpose [<integer>] [column_name=<field>] [header_field=<field>] [include_empty=<boolean>]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    let count: number | undefined;
    while (!isAtStageEnd(parser)) {
      if (takeOption(parser, options)) continue;
      const number = count === undefined ? takeInteger(parser) : undefined;
      if (number === undefined) failUnexpected(parser, peek(parser, 'argument'));
      count = number;
    }
    const place = spanFrom(parser, start);
    return {
      kind: 'transpose',
      count: count ?? COUNT_DEFAULT,
      options: finishOptions(options),
      ...place,
    };
  },
  print: (stage) => joinParts(String(stage.count), printOptions(OPTIONS, stage.options)),
  shape: (stage) => openShape([stage.options.column_name]),
};
