import { LIMITS } from '../../spec/limits.ts';
import { readValueText } from '../parser/arguments.ts';
import { readBracketText } from '../parser/bracket-text.ts';
import { upTo } from '../parser/option-kinds.ts';
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
import { fail, peek, spanFrom, take, textOf, type Parser } from '../parser/state.ts';
import { joinParts } from '../print/arguments.ts';
import { encodeText } from '../quoting.ts';
import { openShape } from '../shape/shape.ts';
import type { MapStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<MapStage['options']> = {
  maxsearches: {
    kind: upTo(1, LIMITS.query.subsearchesMax),
    default: LIMITS.query.subsearchesMax,
    summary: 'Maximum number of rows to run the search for.',
  },
};

function isAtSearch(parser: Parser): boolean {
  return textOf(parser, peek(parser, 'argument')).toLowerCase() === 'search' && isOption(parser);
}

/** The search in brackets, or in quotes after `search=`. */
function readTemplate(parser: Parser): string {
  const token = peek(parser, 'argument');
  if (textOf(parser, token) === '[') return readBracketText(parser);
  if (isAtSearch(parser)) {
    take(parser, token, 'option');
    take(parser, peek(parser, 'argument'), 'operator');
    return readValueText(parser, 'a search in quotes').value.trim();
  }
  const message = '`map` requires a search, for example `map search="search user=$user$"`.';
  fail(parser, 'missing-argument', token, message, { expected: ['`search=`', '`[`'] });
}

export const mapCommand: Command<MapStage> = {
  name: 'map',
  category: 'Combining results',
  summary:
    'Runs a search once for each row and returns the results of these searches. `$field$` is a value of the row.',
  syntax: 'map [maxsearches=<integer>] search="<search with $field$>"',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    while (!isAtSearch(parser) && takeOption(parser, options));
    const template = readTemplate(parser);
    takeOptions(parser, options);
    const place = spanFrom(parser, start);
    return { kind: 'map', template, options: finishOptions(options), ...place };
  },
  print: (stage) =>
    joinParts(printOptions(OPTIONS, stage.options), `search=${encodeText(stage.template)}`),
  shape: () => openShape([]),
};
