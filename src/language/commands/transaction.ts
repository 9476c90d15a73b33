import { LIMITS } from '../../spec/limits.ts';
import { expectClosing, readFields, readText } from '../parser/arguments.ts';
import { readCondition } from '../parser/expression.ts';
import { BOOLEAN, integer, TIME_SPAN } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  isOption,
  printOptions,
  startOptions,
  takeOption,
  type OptionKind,
  type OptionTable,
} from '../parser/options.ts';
import { readQuotedSearch } from '../parser/quoted-search.ts';
import { readGroupedFilter } from '../parser/search.ts';
import { fail, peek, spanFrom, take, textOf, type Parser } from '../parser/state.ts';
import { scanToken } from '../parser/lexer.ts';
import { joinParts, printFields } from '../print/arguments.ts';
import { printExpression } from '../print/expression.ts';
import { printSearch } from '../print/search.ts';
import { withFields } from '../shape/shape.ts';
import type { BoundaryFilter, TransactionStage } from '../tree.ts';
import type { Command } from './definition.ts';

const NO_TIMES = '`startswith` and `endswith` don’t support time bounds.';

/** `"text"`, `(search expression)` or `eval(condition)`. */
function readBoundary(parser: Parser): BoundaryFilter {
  const token = peek(parser, 'argument');
  const text = textOf(parser, token);
  const open = scanToken(parser.text, token.end, 'argument');
  if (text.toLowerCase() === 'eval' && textOf(parser, open) === '(') {
    take(parser, token, 'function');
    take(parser, open, 'bracket');
    const expression = readCondition(parser);
    expectClosing(parser, open.start);
    return { kind: 'eval', expression };
  }
  if (text === '(') return { kind: 'search', expression: readGroupedFilter(parser, NO_TIMES) };
  // Quoted text is a complete search: `startswith="user login"`.
  const literal = readText(parser, 'a search in quotes or parentheses');
  return { kind: 'search', expression: readQuotedSearch(parser, literal) };
}

/** Boundaries cannot contain subsearches, so no query has to be printed. */
const STYLE = { isExplicit: false, query: () => '' };

const BOUNDARY: OptionKind<BoundaryFilter> = {
  label: '"<search>" | (<search>) | eval(<expression>)',
  expectation: { kind: 'text', what: 'a search in quotes or parentheses, or eval(…)' },
  read: readBoundary,
  print: (filter) =>
    filter.kind === 'eval'
      ? `eval(${printExpression(filter.expression)})`
      : `(${printSearch(filter.expression, STYLE)})`,
};

const OPTIONS: OptionTable<TransactionStage['options']> = {
  maxspan: {
    kind: TIME_SPAN,
    default: undefined,
    summary: 'Maximum duration of a transaction. Longer ones are split.',
  },
  maxpause: {
    kind: TIME_SPAN,
    default: undefined,
    summary: 'Maximum time between two events of a transaction.',
  },
  maxevents: {
    kind: integer(1, LIMITS.query.transactionEventsMax),
    default: LIMITS.query.transactionEventsMax,
    summary: 'Maximum number of events in a transaction. Larger ones are split.',
  },
  startswith: {
    kind: BOUNDARY,
    default: undefined,
    summary: 'Condition that the first event must match.',
  },
  endswith: {
    kind: BOUNDARY,
    default: undefined,
    summary: 'Condition that the last event must match.',
  },
  keepevicted: {
    kind: BOOLEAN,
    default: false,
    summary: 'Includes incomplete transactions, which have no `startswith` or `endswith` event.',
  },
  mvlist: {
    kind: BOOLEAN,
    default: false,
    summary: 'Lists all field values in event order. `false`: distinct values only.',
  },
};

/** Options that limit how much is kept open while reading; the store has access to all events. */
const IGNORED = [
  'connected',
  'unifyends',
  'keeporphans',
  'maxopenevents',
  'maxopentxn',
  'mvraw',
  'delim',
  'nullstr',
  'name',
];

/** `fields=a, b`, as it was written once. */
function takeFieldsWord(parser: Parser): boolean {
  const token = peek(parser, 'argument');
  if (textOf(parser, token).toLowerCase() !== 'fields' || !isOption(parser)) return false;
  take(parser, token, 'option');
  take(parser, peek(parser, 'argument'), 'operator');
  return true;
}

export const transactionCommand: Command<TransactionStage> = {
  name: 'transaction',
  category: 'Combining results',
  summary: 'Groups related events into transactions, with the fields `duration` and `eventcount`.',
  syntax:
    'transaction [<field>, …] [maxspan=<span>] [maxpause=<span>] [startswith=…] [endswith=…] …',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS, IGNORED);
    const fields = readFields(parser, () => takeFieldsWord(parser) || takeOption(parser, options));
    const values = finishOptions(options);
    const place = spanFrom(parser, start);
    const isOpen = [values.startswith, values.endswith, values.maxspan, values.maxpause].every(
      (value) => value === undefined,
    );
    if (fields.length === 0 && isOpen) {
      fail(
        parser,
        'missing-argument',
        place,
        '`transaction` needs a field, `startswith`, `endswith`, `maxspan` or `maxpause`.',
      );
    }
    return { kind: 'transaction', fields, options: values, ...place };
  },
  print: (stage) => joinParts(printFields(stage.fields), printOptions(OPTIONS, stage.options)),
  shape: (_stage, before) => withFields(before, 'duration', 'eventcount'),
};
