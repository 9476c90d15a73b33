import { isAtKeyword, requireSome, takeInteger, takeKeyword } from '../parser/arguments.ts';
import { integer } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  isOption,
  startOptions,
  takeOption,
  takeOptions,
  type OptionTable,
} from '../parser/options.ts';
import { readSortKeys } from '../parser/sort-keys.ts';
import { spanFrom, type Parser } from '../parser/state.ts';
import { joinParts, printSortKeys } from '../print/arguments.ts';
import type { SortKey, SortStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<{ readonly limit: number | undefined }> = {
  limit: {
    kind: integer(0, 999_999_999),
    default: undefined,
    summary: 'Number of rows to return.',
  },
};

/** `desc` after the fields reverses the whole order. */
function readDirection(parser: Parser, keys: readonly SortKey[]): readonly SortKey[] {
  const isDescending = isAtKeyword(parser, 'desc');
  if (!takeKeyword(parser, 'desc', 'asc')) return keys;
  return isDescending ? keys.map((key) => ({ ...key, descending: !key.descending })) : keys;
}

export const sortCommand: Command<SortStage> = {
  name: 'sort',
  category: 'Sorting and limiting',
  summary: 'Sorts the results by one or more fields. Rows without the field are always last.',
  syntax:
    'sort [<integer>] [-|+]<field> | num(<field>) | str(<field>) | ip(<field>) | auto(<field>), …',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    takeOption(parser, options);
    const number = takeInteger(parser);
    const isOver = (): boolean => isAtKeyword(parser, 'desc', 'asc') || isOption(parser);
    const keys = readDirection(parser, readSortKeys(parser, isOver));
    takeOptions(parser, options);
    requireSome(parser, keys, 'at least one field');
    const count = number ?? finishOptions(options).limit;
    return { kind: 'sort', count, keys, ...spanFrom(parser, start) };
  },
  print: (stage) =>
    joinParts(
      stage.count === undefined ? undefined : String(stage.count),
      printSortKeys(stage.keys),
    ),
  shape: (_stage, before) => before,
};
