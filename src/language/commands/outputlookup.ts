import { BOOLEAN, FIELD } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOptions,
  type OptionTable,
} from '../parser/options.ts';
import { readTableName } from '../parser/table-name.ts';
import { spanFrom } from '../parser/state.ts';
import { joinParts, printName } from '../print/arguments.ts';
import type { OutputlookupStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<OutputlookupStage['options']> = {
  append: {
    kind: BOOLEAN,
    default: false,
    summary: 'Appends to the lookup table instead of replacing it.',
  },
  override_if_empty: {
    kind: BOOLEAN,
    default: true,
    summary: 'Clears the lookup table if the search returns no rows.',
  },
  key_field: {
    kind: FIELD,
    default: undefined,
    summary: 'Key column. Rows with the same key are updated, other rows are kept.',
  },
};

/** The location and visibility of tables are the same for all of them here; the plan limits the number of rows. */
const IGNORED = ['createinapp', 'create_empty', 'create_context', 'max', 'output_format'];

export const outputlookupCommand: Command<OutputlookupStage> = {
  name: 'outputlookup',
  aliases: ['outputcsv'],
  category: 'Lookups',
  summary: 'Writes the results to a lookup table.',
  syntax:
    'outputlookup [append=<boolean>] [override_if_empty=<boolean>] [key_field=<field>] <table>',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS, IGNORED);
    takeOptions(parser, options);
    const table = readTableName(parser);
    takeOptions(parser, options);
    return {
      kind: 'outputlookup',
      table,
      options: finishOptions(options),
      ...spanFrom(parser, start),
    };
  },
  print: (stage) => joinParts(printOptions(OPTIONS, stage.options), printName(stage.table)),
  shape: (_stage, before) => before,
};
