import { readFields, requireSome, takeInteger, takeKeyword } from '../parser/arguments.ts';
import { BOOLEAN } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  isOption,
  printOptions,
  startOptions,
  takeOption,
  takeOptions,
  type OptionTable,
} from '../parser/options.ts';
import { readSortKeys } from '../parser/sort-keys.ts';
import { report, spanFrom, startOfNext } from '../parser/state.ts';
import { joinParts, printFields, printSortKeys } from '../print/arguments.ts';
import { withFields } from '../shape/shape.ts';
import type { DedupStage, SortKey } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<DedupStage['options']> = {
  keepevents: {
    kind: BOOLEAN,
    default: false,
    summary: 'Keeps duplicate rows, but removes the given fields from them.',
  },
  keepempty: {
    kind: BOOLEAN,
    default: false,
    summary: 'Keeps rows in which one of the fields is missing.',
  },
  consecutive: {
    kind: BOOLEAN,
    default: false,
    summary: 'Removes only consecutive duplicates.',
  },
};

export const dedupCommand: Command<DedupStage> = {
  name: 'dedup',
  category: 'Searching and filtering',
  summary:
    'Removes duplicates. Keeps the first N rows (default 1) for each combination of values. For events, these are the newest.',
  syntax: 'dedup [<integer>] <field>, … [keepempty=<boolean>] [sortby [-|+]<field>, …]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    takeOption(parser, options);
    const numberAt = startOfNext(parser);
    const count = takeInteger(parser) ?? 1;
    if (count === 0) {
      const place = { start: numberAt, end: parser.lastEnd };
      report(parser, 'invalid-value', place, 'The number of rows must be at least 1.');
    }
    const fields = readFields(parser, () => takeOption(parser, options), 'sortby');
    requireSome(parser, fields, 'at least one field');
    const isSorted = takeKeyword(parser, 'sortby');
    const sortby: SortKey[] = isSorted ? readSortKeys(parser, () => isOption(parser)) : [];
    if (isSorted) requireSome(parser, sortby, 'a field after sortby');
    takeOptions(parser, options);
    const rest = { fields, sortby, options: finishOptions(options) };
    return { kind: 'dedup', count, ...rest, ...spanFrom(parser, start) };
  },
  print: (stage) =>
    joinParts(
      stage.count === 1 ? undefined : String(stage.count),
      printFields(stage.fields),
      printOptions(OPTIONS, stage.options),
      stage.sortby.length === 0 ? undefined : `sortby ${printSortKeys(stage.sortby)}`,
    ),
  shape: (stage, before) => withFields(before, ...stage.fields.map((field) => field.name)),
};
