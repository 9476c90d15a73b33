import { LIMITS } from '../../spec/limits.ts';
import { isAtStageEnd, takeKeyword } from '../parser/arguments.ts';
import { BOOLEAN, integer } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOptions,
  type OptionTable,
} from '../parser/options.ts';
import { readTableName } from '../parser/table-name.ts';
import { readFilter } from '../parser/search.ts';
import { failUnexpected, peek, report, spanFrom, type Parser } from '../parser/state.ts';
import { joinParts, printName } from '../print/arguments.ts';
import { printSearch } from '../print/search.ts';
import { openShape } from '../shape/shape.ts';
import type { InputlookupStage, SearchExpression } from '../tree.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<InputlookupStage['options']> = {
  append: { kind: BOOLEAN, default: false, summary: 'Appends the rows to the current results.' },
  start: { kind: integer(0, 999_999_999), default: 0, summary: 'Number of rows to skip.' },
  max: {
    kind: integer(1, LIMITS.query.groupsMax),
    default: undefined,
    summary: 'Maximum number of rows to read.',
  },
};

/** Rows of a table have columns and no text. */
function readWhere(parser: Parser): SearchExpression {
  const { shape } = parser;
  parser.shape = openShape([]);
  const expression = readFilter(parser, 'Lookup tables don’t support time bounds.');
  parser.shape = shape;
  return expression;
}

export const inputlookupCommand: Command<InputlookupStage> = {
  name: 'inputlookup',
  aliases: ['inputcsv'],
  category: 'Lookups',
  generates: true,
  mayFollow: true,
  summary: 'Returns the rows of a lookup table.',
  syntax:
    'inputlookup [append=<boolean>] [start=<integer>] [max=<integer>] <table> [WHERE <search>]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS, ['strict']);
    takeOptions(parser, options);
    const table = readTableName(parser);
    takeOptions(parser, options);
    const where = takeKeyword(parser, 'WHERE') ? readWhere(parser) : undefined;
    if (!isAtStageEnd(parser)) failUnexpected(parser, peek(parser, 'argument'));
    const place = spanFrom(parser, start);
    const values = finishOptions(options);
    if (!values.append && !parser.isFirst) {
      report(
        parser,
        'generating-later',
        place,
        'After other commands, use `inputlookup append=true`.',
        { expected: ['`append=true`'] },
      );
    }
    return { kind: 'inputlookup', table, where, options: values, ...place };
  },
  print: (stage, style) =>
    joinParts(
      printOptions(OPTIONS, stage.options),
      printName(stage.table),
      stage.where && `WHERE ${printSearch(stage.where, style)}`,
    ),
  shape: (stage, before) => openShape(stage.options.append ? before.fields : []),
};
