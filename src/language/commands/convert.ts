import {
  expectClosing,
  expectSymbol,
  readArgument,
  readFieldPattern,
  readItems,
  requireSome,
  takeKeyword,
} from '../parser/arguments.ts';
import { TEXT } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOption,
  type OptionTable,
} from '../parser/options.ts';
import {
  expecting,
  fail,
  peek,
  quote,
  report,
  spanFrom,
  take,
  textOf,
  type Parser,
} from '../parser/state.ts';
import { joinParts, printPattern } from '../print/arguments.ts';
import { withFields } from '../shape/shape.ts';
import type { ConvertFunction, ConvertStage } from '../tree/event-stages.ts';
import { hasWildcard } from '../tree/node.ts';
import type { Command } from './definition.ts';

const TIME_FORMAT = '%m/%d/%Y %H:%M:%S';

const OPTIONS: OptionTable<ConvertStage['options']> = {
  timeformat: {
    kind: TEXT,
    default: TIME_FORMAT,
    summary: 'Time format for `ctime` and `mktime`. Same syntax as `strftime`.',
  },
};

/** Also the help of each conversion. */
export const CONVERSIONS: Readonly<Record<ConvertFunction, string>> = {
  auto: 'Converts the value to a number if possible.',
  ctime: 'Converts epoch seconds to a formatted time.',
  dur2sec: 'Converts a duration in the format `[D+]HH:MM:SS` to seconds.',
  memk: 'Converts a size with the suffix k, m or g to kilobytes.',
  mktime: 'Converts a formatted time to epoch seconds.',
  mstime: 'Converts a duration in the format `[MM:]SS.mmm` to seconds.',
  none: 'Excludes matching fields from the conversion.',
  num: 'Converts the value to a number. NULL if it isn’t numeric.',
  rmcomma: 'Removes commas from a number.',
  rmunit: 'Removes the unit after a number.',
};

type Conversion = ConvertStage['conversions'][number];

function readConversion(parser: Parser): Conversion {
  expecting(parser, { kind: 'conversion' });
  const token = peek(parser, 'argument');
  const name = toFunction(textOf(parser, token).toLowerCase());
  if (token.kind !== 'word' || name === undefined) {
    const known = Object.keys(CONVERSIONS).join(', ');
    fail(
      parser,
      'unknown-function',
      token,
      `Unknown conversion ${quote(parser, token)}. Use ${known}.`,
      {
        expected: Object.keys(CONVERSIONS).map((each) => `\`${each}\``),
      },
    );
  }
  take(parser, token, 'function');
  const open = peek(parser, 'argument');
  expectSymbol(parser, '(');
  const fields = readFieldPattern(parser);
  expectClosing(parser, open.start);
  if (!takeKeyword(parser, 'AS')) return { function: name, fields, as: undefined };
  const as = readArgument(parser, { kind: 'newField' }, 'field');
  if (as.pattern.length !== fields.pattern.length) {
    report(parser, 'wildcard-mismatch', as, 'Both names must have the same number of wildcards.');
  }
  return { function: name, fields, as: as.pattern };
}

function toFunction(name: string): ConvertFunction | undefined {
  return isConversion(name) ? name : undefined;
}

function isConversion(name: string): name is ConvertFunction {
  return Object.hasOwn(CONVERSIONS, name);
}

export const convertCommand: Command<ConvertStage> = {
  name: 'convert',
  category: 'Fields',
  summary:
    'Converts field values, for example times to strings and back, or sizes and durations to numbers.',
  syntax: 'convert [timeformat=<string>] <conversion>(<field>) [AS <name>], …',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    const takeOne = (): boolean => takeOption(parser, options);
    const expectation = { kind: 'conversion' } as const;
    const conversions = readItems(parser, {
      expectation,
      read: readConversion,
      takeOption: takeOne,
    });
    requireSome(parser, conversions, 'a conversion such as `ctime(field)`');
    const place = spanFrom(parser, start);
    return { kind: 'convert', conversions, options: finishOptions(options), ...place };
  },
  print: (stage) =>
    joinParts(
      printOptions(OPTIONS, stage.options),
      stage.conversions
        .map((each) =>
          joinParts(
            `${each.function}(${printPattern(each.fields.pattern)})`,
            each.as && `AS ${printPattern(each.as)}`,
          ),
        )
        .join(', '),
    ),
  shape: (stage, before) =>
    withFields(
      before,
      ...stage.conversions.flatMap(({ as }) =>
        as === undefined || hasWildcard(as) ? [] : [as[0]],
      ),
    ),
};
